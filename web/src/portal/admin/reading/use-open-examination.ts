import type { ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import * as texts from '@deqiq/messages/office/reading.js';
import { describeError } from '../../../api/http/http-error.ts';
import { findExamination, takeExamination } from '../../../api/reports/reading.ts';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { useOpenReport } from '../reports/open-report.ts';

/** Opens the report of an examination of the queue; with `canTake` its reader takes it before, so that others do not. */
export function useOpenExamination(entry: Pick<ReadingEntry, '_id'>, canTake: boolean) {
  const openReport = useOpenReport();
  return useSingleFlight(async () => {
    try {
      if (canTake) await takeExamination(entry);
      openReport(await findExamination(entry));
    } catch (error) {
      void showError(describeError(error, canTake ? texts.takeFailed() : texts.openFailed()));
    }
  });
}
