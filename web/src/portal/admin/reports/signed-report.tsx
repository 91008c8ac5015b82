import { templateTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import { useState } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyImages } from '../../examinations/reports/key-images.tsx';
import { PdfButton } from '../../examinations/reports/pdf-button.tsx';
import { ReportBody } from '../../examinations/reports/report-body.tsx';
import { ReportSignature, WithdrawnNotice } from '../../examinations/reports/report-signature.tsx';
import type { BesideProps } from '../../examinations/viewer/panel.tsx';
import { SignDialog } from './sign-dialog.tsx';
import { AddendumDialog, WithdrawDialog } from './text-dialog.tsx';

type SignedReportProps = Pick<BesideProps, 'checkup' | 'onShow'> & {
  report: DiagnosticReport;
  /** Whether the reader may sign reports. */
  isRadiologist: boolean;
};

type Opened = 'countersign' | 'addendum' | 'withdraw';

/** A report that does not change any more, with what may follow it. */
export function SignedReport({ checkup, report, isRadiologist, onShow }: SignedReportProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { content, state, isOwn, countersignedBy } = report;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-note text-muted">
        {templateTexts[content.template]()} · {formatDay(report.signedAt, 'instant')}
      </p>
      <WithdrawnNotice report={report} />
      <ReportBody
        report={report}
        images={
          <KeyImages
            checkup={checkup}
            images={content.keyImages}
            area="admin"
            onOpen={({ file, view }) => onShow({ file, view })}
          />
        }
      />
      <ReportSignature report={report} />
      <div className="flex flex-wrap gap-2">
        <PdfButton report={report} area="admin" />
        {isRadiologist && state === 'signed' && (
          <>
            {!isOwn && !countersignedBy && (
              <Button variant="outline" onClick={() => setOpened('countersign')}>
                {texts.countersign()}
              </Button>
            )}
            <Button variant="outline" onClick={() => setOpened('addendum')}>
              {texts.addAddendum()}
            </Button>
            <Button variant="quiet" onClick={() => setOpened('withdraw')}>
              {texts.withdraw()}
            </Button>
          </>
        )}
      </div>
      {opened === 'countersign' && (
        <SignDialog kind="countersign" report={report} onClose={close} />
      )}
      {opened === 'addendum' && <AddendumDialog report={report} onClose={close} />}
      {opened === 'withdraw' && <WithdrawDialog report={report} onClose={close} />}
    </article>
  );
}
