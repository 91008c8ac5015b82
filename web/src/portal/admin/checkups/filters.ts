import { type CheckupStatus, checkupStatuses } from '@deqiq/contract/examinations/checkups.ts';
import { type ChoiceFilter, dayFilter } from '../list/list-filters.tsx';

export const checkupStatusLabels: Readonly<Record<CheckupStatus, string>> = {
  pending: 'Pending',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

export const checkupStatusOptions = checkupStatuses.map((value) => ({
  value,
  label: checkupStatusLabels[value],
}));

/** The filters of the checkups, as its screen and what opens over it read them from the address. */
export const checkupFilters: readonly ChoiceFilter[] = [
  {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    options: checkupStatusOptions,
  },
  dayFilter,
  {
    name: 'xrays',
    label: 'X-ray files',
    all: 'Any X-rays',
    options: [{ value: 'none', label: 'No X-ray files yet' }],
  },
];

export const checkupFilterNames = [...checkupFilters.map(({ name }) => name), 'partner'];
