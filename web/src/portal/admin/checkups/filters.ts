import { type CheckupStatus, checkupStatuses } from '@deqiq/contract/examinations/checkups.ts';
import * as texts from '@deqiq/messages/office/checkups.js';
import * as stateTexts from '@deqiq/messages/ui/states.js';
import { type ChoiceFilter, createDayFilter } from '../list/list-filters.tsx';

export const checkupStatusLabels: Readonly<Record<CheckupStatus, () => string>> = {
  pending: stateTexts.pending,
  completed: stateTexts.completed,
  cancelled: stateTexts.cancelled,
};

export const listStatusOptions = () =>
  checkupStatuses.map((value) => ({ value, label: checkupStatusLabels[value]() }));

/** The filters of the checkups, as its screen and what opens over it read them from the address. */
export const listCheckupFilters = (): readonly ChoiceFilter[] => [
  {
    name: 'status',
    label: texts.status(),
    all: texts.allStatuses(),
    options: listStatusOptions(),
  },
  createDayFilter(),
  {
    name: 'xrays',
    label: texts.xrayFiles(),
    all: texts.anyXrays(),
    options: [{ value: 'none', label: texts.noXraysYet() }],
  },
];

export const checkupFilterNames = ['status', 'day', 'xrays', 'partner', 'sort'];
