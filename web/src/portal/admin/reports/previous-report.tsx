import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import { useQuery } from '@tanstack/react-query';
import { previousReportQuery } from '../../../api/reports/diagnostic-reports.ts';
import { formatDay } from '../../../lib/format.ts';
import { ReportBody } from '../../examinations/reports/report-body.tsx';
import { ReportSignature } from '../../examinations/reports/report-signature.tsx';

/** The last report about an earlier examination of the patient: its conclusion, and the rest folded. */
export function PreviousReport({ checkup }: { checkup: string }) {
  const { data: previous } = useQuery(previousReportQuery(checkup));
  if (!previous) return null;
  const { report, examination } = previous;
  return (
    <section
      aria-label={texts.earlierExamination()}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-field bg-sunken p-3"
    >
      <h3 className="text-desk font-medium">{texts.earlierExamination()}</h3>
      <p className="text-note text-muted">
        {[translateExaminationName(examination), formatDay(report.signedAt, 'instant')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="text-desk wrap-anywhere whitespace-pre-wrap">{report.content.conclusion}</p>
      <details>
        <summary className="min-h-9 cursor-pointer content-center text-desk text-accent-hover pointer-coarse:min-h-11">
          {texts.wholeReport()}
        </summary>
        <div className="grid gap-4 pt-2">
          <ReportBody report={report} />
          <ReportSignature report={report} />
        </div>
      </details>
    </section>
  );
}
