import type { ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/reading.js';
import { Undo2 } from 'lucide-react';
import { describeError } from '../../../api/http/http-error.ts';
import { useStaffAccount } from '../../../api/people/staff.ts';
import {
  findExamination,
  readingQuery,
  releaseExamination,
  takeExamination,
} from '../../../api/reports/reading.ts';
import { Button } from '../../../ui/button.tsx';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { runRowAction } from '../list/row-action.ts';
import { useOpenReport } from '../reports/open-report.ts';
import { listColumns } from './columns.tsx';
import { NextExamination } from './next-examination.tsx';

/** Examinations whose doctors wait for a report: urgent ones first, then the oldest. */
export function ReadingScreen() {
  const isRadiologist = Boolean(useStaffAccount()?.radiologist);
  return (
    <ListScreen
      title={texts.title()}
      name="reading"
      list={readingQuery}
      rows={({ examinations }) => examinations}
      rowKey={({ _id }) => _id}
      pageSize={PAGE_SIZE.adminReading}
      columns={listColumns()}
      empty={(search) => (search ? texts.noMatch() : texts.none())}
      failed={texts.failed()}
      actions={(entry) => <RowActions entry={entry} isRadiologist={isRadiologist} />}
    >
      {isRadiologist && <NextExamination label={texts.readNext()} />}
    </ListScreen>
  );
}

type RowActionsProps = { entry: ReadingEntry; isRadiologist: boolean };

function RowActions({ entry, isRadiologist }: RowActionsProps) {
  const { reader } = entry;
  const openReport = useOpenReport();
  const canTake = isRadiologist && (reader === null || reader.isOwn);
  const open = useSingleFlight(async () => {
    try {
      if (canTake) await takeExamination(entry);
      openReport(await findExamination(entry));
    } catch (error) {
      void showError(describeError(error, canTake ? texts.takeFailed() : texts.openFailed()));
    }
  });
  return (
    <span className="flex items-center gap-1.5">
      <Button size="sm" variant={canTake ? 'primary' : 'outline'} onClick={() => void open()}>
        {canTake ? (reader ? texts.resume() : texts.read()) : texts.view()}
      </Button>
      {reader?.isOwn && (
        <IconButton
          label={texts.release()}
          icon={<Undo2 size={17} aria-hidden="true" />}
          onClick={() => void release(entry)}
        />
      )}
    </span>
  );
}

const release = (entry: ReadingEntry) =>
  runRowAction({
    row: entry._id,
    request: () => releaseExamination(entry),
    successMessage: texts.released(),
    errorMessage: texts.releaseFailed(),
  });
