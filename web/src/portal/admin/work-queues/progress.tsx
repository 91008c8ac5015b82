import {
  type WorkProgress,
  type WorkStatus,
  workStatuses,
} from '@deqiq/contract/desk/work-queues.ts';
import { ClipboardCheck } from 'lucide-react';
import { formatMoment } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';
import { Secondary } from '../list/cells.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';

export const workStates: States<WorkStatus> = {
  new: { text: 'New', tone: 'warning' },
  contacted: { text: 'Contacted', tone: 'neutral' },
  done: { text: 'Done', tone: 'success' },
  declined: { text: 'Declined', tone: 'danger' },
};

export const workStatusOptions = workStatuses.map((value) => ({
  value,
  label: workStates[value].text,
}));

export const workFilters: readonly ChoiceFilter[] = [
  { name: 'status', label: 'Status', all: 'All statuses', options: workStatusOptions },
];

/** How far staff are: the state, the note, who and when. */
export function Progress({ status, note, handledBy, handledAt }: WorkProgress) {
  return (
    <div className="grid gap-1">
      <StateBadge states={workStates} state={status} other="Other" />
      {note && <LongText>{note}</LongText>}
      {handledAt && (
        <Secondary>
          {handledBy} · <span className="whitespace-nowrap">{formatMoment(handledAt)}</span>
        </Secondary>
      )}
    </div>
  );
}

export const progressColumn: Column<WorkProgress> = {
  id: 'status',
  header: 'Status',
  cell: Progress,
};

export const ProgressAction = ({ onClick }: { onClick: () => void }) => (
  <IconButton
    label="Update status"
    icon={<ClipboardCheck size={17} aria-hidden="true" />}
    onClick={onClick}
  />
);
