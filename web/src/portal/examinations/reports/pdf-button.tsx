import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/reports/report-screen.js';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { saveReportPdf } from '../../../api/reports/diagnostic-reports.ts';
import { toDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';

type PdfButtonProps = { report: DiagnosticReport; area: Role };

/** Downloads a signed report. */
export function PdfButton({ report, area }: PdfButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const day = report.signedAt ? toDay(report.signedAt) : '';
    try {
      await saveReportPdf(area, report._id, `${texts.pdfName()}-${day}.pdf`);
    } catch (error) {
      void showError(describeError(error, texts.pdfFailed()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      busy={isBusy}
      icon={<FileDown size={18} aria-hidden="true" />}
      onClick={() => void save()}
      className="justify-self-start"
    >
      {texts.downloadPdf()}
    </Button>
  );
}
