import type { ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/reading.js';
import { Undo2 } from 'lucide-react';
import { useStaffAccount } from '../../../api/people/staff.ts';
import { readingQuery, releaseExamination } from '../../../api/reports/reading.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import { listColumns } from './columns.tsx';
import { NextExamination } from './next-examination.tsx';
import { useOpenExamination } from './use-open-examination.ts';

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
  const canTake = isRadiologist && (reader === null || reader.isOwn);
  const open = useOpenExamination(entry, canTake);
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
