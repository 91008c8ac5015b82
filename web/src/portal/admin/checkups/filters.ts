import { checkupStatuses } from '@deqiq/contract/checkups.ts';
import { statusText } from '../../xrays/status.tsx';
import { type ChoiceFilter, dayFilter } from '../list/list-filters.tsx';

/** The filters of the checkups, as its screen and what opens over it read them from the address. */
export const checkupFilters: readonly ChoiceFilter[] = [
  {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    options: checkupStatuses.map((status) => ({ value: status, label: statusText(status) })),
  },
  dayFilter,
];

export const checkupFilterNames = [...checkupFilters.map(({ name }) => name), 'partner'];
