import * as texts from '@deqiq/messages/office/reading.js';
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { findExamination, takeNextExamination } from '../../../api/reports/reading.ts';
import { Button } from '../../../ui/button.tsx';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { useOpenReport } from '../reports/open-report.ts';

type NextExaminationProps = {
  label: string;
  /** Whether it has the focus at first: the report before it was signed just now. */
  isFocused?: boolean;
};

/** Takes the next examination of the queue and opens its report. */
export function NextExamination({ label, isFocused = false }: NextExaminationProps) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const openReport = useOpenReport();
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  const open = useSingleFlight(async () => {
    setBusy(true);
    try {
      const entry = await takeNextExamination();
      if (entry) openReport(await findExamination(entry), { isNext: true });
      else toast.success(texts.none());
    } catch (error) {
      void showError(describeError(error, texts.takeFailed()));
    } finally {
      setBusy(false);
    }
  });
  return (
    <Button
      ref={button}
      busy={isBusy}
      icon={<ArrowRight size={17} aria-hidden="true" />}
      onClick={() => void open()}
      className="justify-self-start"
    >
      {label}
    </Button>
  );
}
