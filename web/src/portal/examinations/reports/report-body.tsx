import { nameSection } from '@deqiq/contract/reports/content/report-texts.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/reports/report-screen.js';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { describeSigner, listToothLines } from './describe-report.ts';

type ReportBodyProps = {
  report: DiagnosticReport;
  /** Opens the picture that shows a tooth; undefined where there is none. */
  onTooth?: ((tooth: string) => void) | undefined;
  /** Below the findings. */
  images?: ReactNode;
};

/** A report as its reader needs it: the conclusion first, then its findings. */
export function ReportBody({ report, onTooth, images }: ReportBodyProps) {
  const { conclusion, recommendation, technique, findings } = report.content;
  const teeth = listToothLines(report.content);
  return (
    <div className="grid gap-5">
      <Part title={texts.conclusion()} text={conclusion} isLarge />
      <Part title={texts.recommendation()} text={recommendation} />
      {teeth.length > 0 && (
        <section className="grid gap-2">
          <h3 className={headingClass}>{texts.findingsByTooth()}</h3>
          <ul className="grid gap-1">
            {teeth.map(({ tooth, findings: words }) => (
              <li key={tooth} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
                <ToothButton tooth={tooth} onTooth={onTooth} />
                <span className="text-desk wrap-anywhere">{words.join('; ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {images}
      {findings
        .filter(({ text }) => text.trim() !== '')
        .map(({ section, text }) => (
          <Part key={`${section} ${text}`} title={nameSection(section)} text={text} />
        ))}
      <Part title={texts.technique()} text={technique} />
      {report.addenda.map(({ text, author, at, sha256 }) => (
        <section key={sha256} className="grid gap-1 border-l-2 border-accent pl-3">
          <h3 className={headingClass}>{texts.addendum()}</h3>
          <p className={textClass}>{text}</p>
          <p className="text-note text-muted">
            {describeSigner(author)} · {formatMoment(at)}
          </p>
        </section>
      ))}
    </div>
  );
}

type ToothButtonProps = { tooth: string; onTooth: ReportBodyProps['onTooth'] };

function ToothButton({ tooth, onTooth }: ToothButtonProps) {
  const shape =
    'grid min-h-9 min-w-11 place-items-center rounded-field border border-line px-2 text-desk font-medium tabular-nums';
  if (!onTooth) return <span className={shape}>{tooth}</span>;
  return (
    <button
      type="button"
      aria-label={texts.showTooth({ tooth })}
      onClick={() => onTooth(tooth)}
      className={`${shape} text-accent hover:border-accent hover:bg-accent-soft pointer-coarse:min-h-11`}
    >
      {tooth}
    </button>
  );
}

function Part({
  title,
  text,
  isLarge = false,
}: {
  title: string;
  text: string;
  isLarge?: boolean;
}) {
  if (text.trim() === '') return null;
  return (
    <section className="grid gap-1">
      <h3 className={headingClass}>{title}</h3>
      <p className={isLarge ? `${textClass} text-body font-medium` : textClass}>{text}</p>
    </section>
  );
}

const headingClass = 'text-note font-medium text-muted';
const textClass = 'text-desk wrap-anywhere whitespace-pre-wrap';
