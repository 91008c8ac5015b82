import { reportTemplateNames } from '@deqiq/contract/reports/content/report-sections.ts';
import { templateTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as screenTexts from '@deqiq/messages/reports/report-screen.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { useStaffAccount } from '../../../api/people/staff.ts';
import { createReport, staffReportsQuery } from '../../../api/reports/diagnostic-reports.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { describeSigner } from '../../examinations/reports/describe-report.ts';
import type { BesideProps } from '../../examinations/viewer/panel.tsx';
import type { ShownPicture } from '../../examinations/viewer/panel-frame.tsx';
import { NextExamination } from '../reading/next-examination.tsx';
import { ReportEditor } from './editor/report-editor.tsx';
import { PreviousReport } from './previous-report.tsx';
import { SignedReport } from './signed-report.tsx';

type ReportPaneProps = Pick<BesideProps, 'checkup' | 'onShow'> &
  ShownPicture & {
    /** The picture beside it; undefined where there is none. */
    file: string | undefined;
  };

/** The reports of a checkup: the reader's draft, and those that are signed. */
export function ReportPane(props: ReportPaneProps) {
  const query = useQuery(staffReportsQuery(props.checkup._id));
  const account = useStaffAccount();
  const edited = useEditedReport(query.data);
  if (query.isError && !query.data)
    return <QueryError query={query} failed={screenTexts.failed()} compact />;
  if (!query.data || !account) return <Loader />;
  const isRadiologist = account.radiologist !== null;
  const reports = query.data;
  const draft = reports.find(({ state, isOwn }) => state === 'draft' && isOwn);
  const isSigner = reports[0]?.state === 'signed' && reports[0].isOwn;
  const signed = reports.filter(({ state }) => state !== 'draft');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <OthersDrafts reports={reports} />
      <PreviousReport checkup={props.checkup._id} />
      {edited && <ReportEditor key={edited._id} report={edited} {...props} />}
      {!draft && isRadiologist && isSigner && (
        <NextExamination
          label={texts.nextExamination()}
          // Enter continues where the draft was signed a moment ago.
          isFocused={edited?.state === 'signed'}
        />
      )}
      {!draft && (
        <NewReport
          checkup={props.checkup._id}
          isRadiologist={isRadiologist}
          variant={isSigner ? 'outline' : 'primary'}
        />
      )}
      {signed.map((report, index) => (
        <details
          key={report._id}
          open={!draft && index === 0}
          className="border-t border-line pt-2 open:pb-2"
        >
          <summary className="mb-2 min-h-11 cursor-pointer content-center text-desk font-medium">
            {index === 0 ? texts.previousReport() : texts.olderReport()}
          </summary>
          <SignedReport {...props} report={report} isRadiologist={isRadiologist} />
        </details>
      ))}
    </div>
  );
}

/** The reader's draft; one that was signed or deleted elsewhere stays until its editor has shown what is not in it. */
function useEditedReport(reports: readonly DiagnosticReport[] = []): DiagnosticReport | undefined {
  const draft = reports.find(({ state, isOwn }) => state === 'draft' && isOwn);
  const [edited, setEdited] = useState(draft);
  const latest = draft ?? reports.find(({ _id }) => _id === edited?._id) ?? edited;
  if (latest !== edited) setEdited(latest);
  return latest;
}

/** That a colleague writes a report of the same examination. */
function OthersDrafts({ reports }: { reports: readonly DiagnosticReport[] }) {
  return reports
    .filter(({ state, isOwn }) => state === 'draft' && !isOwn)
    .map(({ _id, author }) => (
      <p key={_id} className="rounded-field bg-warning-soft p-3 text-desk text-warning">
        {texts.othersDraft({ author: describeSigner(author) })}
      </p>
    ));
}

type NewReportProps = {
  checkup: string;
  isRadiologist: boolean;
  variant: 'primary' | 'outline';
};

/** The choice of a template begins a report. */
function NewReport({ checkup, isRadiologist, variant }: NewReportProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (template: (typeof reportTemplateNames)[number]) => createReport(checkup, template),
    onError: (error) => void showError(describeError(error, texts.createFailed())),
  });
  if (!isRadiologist) return <p className="text-desk text-muted">{texts.readOnly()}</p>;
  if (!isChoosing)
    return (
      <Button variant={variant} onClick={() => setChoosing(true)} className="justify-self-start">
        {texts.newReport()}
      </Button>
    );
  return (
    <section className="grid gap-2">
      <h3 className="text-desk font-medium">{texts.chooseTemplate()}</h3>
      <div className="grid gap-2 sm:grid-cols-2">
        {reportTemplateNames.map((template) => (
          <Button
            key={template}
            variant="outline"
            busy={isPending}
            onClick={() => mutate(template)}
            className="h-auto! py-2 whitespace-normal!"
          >
            {templateTexts[template]()}
          </Button>
        ))}
      </div>
    </section>
  );
}
