import {
  type WorkProgress,
  type WorkQueue,
  type WorkStatus,
  workStatuses,
} from '@deqiq/contract/desk/work-queues.ts';
import * as texts from '@deqiq/messages/office/work-progress.js';
import { ClipboardCheck } from 'lucide-react';
import { saveProgress } from '../../../api/desk/work-queues.ts';
import { formatMoment } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';
import type { BulkAction } from '../list/bulk-actions.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { Secondary } from '../list/rows/cells.tsx';

export type QueueEntry = WorkProgress & { _id: string };

export const listWorkStates = (): States<WorkStatus> => ({
  new: { text: texts.fresh(), tone: 'warning' },
  contacted: { text: texts.contacted(), tone: 'neutral' },
  done: { text: texts.done(), tone: 'success' },
  declined: { text: texts.declined(), tone: 'danger' },
});

export function listWorkStatusOptions() {
  const states = listWorkStates();
  return workStatuses.map((value) => ({ value, label: states[value].text }));
}

/** One press sets the status of many entries; their notes stay. */
export const listWorkActions = (queue: WorkQueue): readonly BulkAction<QueueEntry>[] =>
  listWorkStatusOptions().map(({ value, label }) => ({
    label,
    run: async ({ _id, status, note, version }) => {
      const changed = await saveProgress(queue, _id, { status: value, note, version });
      return () => saveProgress(queue, _id, { status, note, version: changed.version });
    },
  }));

export const listWorkFilters = (): readonly ChoiceFilter[] => [
  {
    name: 'status',
    label: texts.status(),
    all: texts.allStatuses(),
    options: listWorkStatusOptions(),
  },
];

/** How far staff are: the state, the note, who and when. */
export function Progress({ status, note, handledBy, handledAt }: WorkProgress) {
  return (
    <div className="grid gap-1">
      <StateBadge states={listWorkStates()} state={status} other={texts.other()} />
      {note && <LongText>{note}</LongText>}
      {handledAt && (
        <Secondary>
          {handledBy} · <span className="whitespace-nowrap">{formatMoment(handledAt)}</span>
        </Secondary>
      )}
    </div>
  );
}

export const createProgressColumn = (): Column<WorkProgress> => ({
  id: 'status',
  header: texts.status(),
  cell: Progress,
});

export const ProgressAction = ({ onClick }: { onClick: () => void }) => (
  <IconButton
    label={texts.update()}
    icon={<ClipboardCheck size={17} aria-hidden="true" />}
    onClick={onClick}
  />
);
