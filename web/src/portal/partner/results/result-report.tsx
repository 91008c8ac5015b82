import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { templateTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/reports/report-screen.js';
import { useQuery } from '@tanstack/react-query';
import { doctorReportQuery } from '../../../api/reports/diagnostic-reports.ts';
import { compareNaturally } from '../../../lib/files/natural-order.ts';
import { formatDay } from '../../../lib/format.ts';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { findImageOfTooth } from '../../examinations/reports/describe-report.ts';
import { findFile, KeyImages } from '../../examinations/reports/key-images.tsx';
import { PdfButton } from '../../examinations/reports/pdf-button.tsx';
import { ReportBody } from '../../examinations/reports/report-body.tsx';
import { ReportSignature, WithdrawnNotice } from '../../examinations/reports/report-signature.tsx';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';

/** The report of an examination: the newest signed one, and the earlier ones folded; nothing while there is none. */
export function ResultReport({ checkup }: { checkup: Checkup }) {
  const query = useQuery(doctorReportQuery(checkup._id));
  const { report, earlier } = query.data ?? { report: null, earlier: [] };
  if (query.isError && !query.data)
    return <QueryError query={query} failed={texts.failed()} compact />;
  if (!report && earlier.length === 0) return null;
  return (
    <section aria-label={texts.title()} className={`${cardClass} grid gap-5`}>
      <h2 className="text-title">{texts.title()}</h2>
      {report ? (
        <OneReport checkup={checkup} report={report} />
      ) : (
        <p className="text-desk text-muted">{texts.noneYet()}</p>
      )}
      {earlier.length > 0 && (
        // A withdrawn report must not be overlooked by a doctor who has read it.
        <details open={!report} className="border-t border-line pt-3">
          <summary className="min-h-11 cursor-pointer content-center text-desk font-medium">
            {texts.earlier({ count: earlier.length })}
          </summary>
          <div className="grid gap-6 pt-3">
            {earlier.map((one) => (
              <OneReport key={one._id} checkup={checkup} report={one} />
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

const cardClass = 'max-w-3xl rounded-card border border-line bg-surface p-4';

function OneReport({ checkup, report }: { checkup: Checkup; report: DiagnosticReport }) {
  const open = useOpenViewer('partner');
  const { content } = report;
  const pictures = checkup.xrayFileLinks.toSorted(compareNaturally);
  const openTooth = (tooth: string) => {
    const image = findImageOfTooth(content, tooth);
    const file = (image && findFile(checkup, image.file)) ?? pictures[0];
    if (file) open(checkup, file, { view: image?.view });
  };
  return (
    <article className="grid gap-5">
      <p className="text-note text-muted">
        {templateTexts[content.template]()} · {formatDay(report.signedAt, 'instant')}
      </p>
      <WithdrawnNotice report={report} />
      <ReportBody
        report={report}
        onTooth={pictures.length > 0 ? openTooth : undefined}
        images={
          <KeyImages
            checkup={checkup}
            images={content.keyImages}
            area="partner"
            onOpen={({ file, view }) => open(checkup, { id: file }, { view })}
          />
        }
      />
      {content.measurements.length > 0 && (
        <p className="text-note text-muted">
          {texts.measurements({ count: content.measurements.length })}
        </p>
      )}
      <ReportSignature report={report} />
      <PdfButton report={report} area="partner" />
    </article>
  );
}
