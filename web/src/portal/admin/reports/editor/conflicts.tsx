import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import type { FindingCode } from '@deqiq/contract/reports/content/report-findings.ts';
import type { ReportTemplate } from '@deqiq/contract/reports/content/report-sections.ts';
import {
  findingTexts,
  nameSection,
  templateTexts,
} from '@deqiq/contract/reports/content/report-texts.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as screenTexts from '@deqiq/messages/reports/report-screen.js';
import { Button } from '../../../../ui/button.tsx';
import { toFields } from '../draft/content-fields.ts';
import type { Conflict } from '../draft/merge-content.ts';

type ConflictsProps = {
  conflicts: readonly Conflict[];
  content: ReportContent;
  onDecide: (field: string, text: string) => void;
};

/** Texts that were changed here and in another window, side by side. */
export function Conflicts({ conflicts, content, onDecide }: ConflictsProps) {
  const fields = toFields(content);
  return conflicts.map(({ field, theirs }) => {
    const mine = fields.get(field) ?? '';
    const isCode = field === 'template';
    const show = (text: string) => (isCode ? templateTexts[text as ReportTemplate]() : text);
    return (
      <section
        key={field}
        role="alert"
        className="grid gap-2 rounded-card border border-warning bg-warning-soft p-3 text-desk"
      >
        <h3 className="font-medium">{texts.conflict({ field: nameField(field) })}</h3>
        <Version title={texts.theirs()} text={show(theirs)} />
        <Version title={texts.mine()} text={show(mine)} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onDecide(field, mine)}>
            {texts.keepMine()}
          </Button>
          <Button size="sm" variant="outline" onClick={() => onDecide(field, theirs)}>
            {texts.keepTheirs()}
          </Button>
          {!isCode && (
            <Button
              size="sm"
              variant="outline"
              onClick={() => onDecide(field, [theirs, mine].filter(Boolean).join('\n'))}
            >
              {texts.keepBoth()}
            </Button>
          )}
        </div>
      </section>
    );
  });
}

const Version = ({ title, text }: { title: string; text: string }) => (
  <div className="rounded-field bg-surface p-2">
    <p className="text-note text-muted">{title}</p>
    <p className="wrap-anywhere whitespace-pre-wrap">{text || '—'}</p>
  </div>
);

const lineNames: Readonly<Record<string, () => string>> = {
  template: texts.template,
  technique: screenTexts.technique,
  conclusion: screenTexts.conclusion,
  recommendation: screenTexts.recommendation,
  image: texts.caption,
};

/** The name of a field of `toFields`, as the editor shows it. */
export function nameField(field: string): string {
  const [kind = '', first = '', second = ''] = field.split(' ');
  if (kind === 'section') return nameSection(decodeURIComponent(first));
  if (kind === 'tooth') return `${first} · ${findingTexts[second as FindingCode]()}`;
  return lineNames[kind]?.() ?? '';
}
