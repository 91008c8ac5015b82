import { type CheckupStatus, checkupStatuses } from '@deqiq/contract/examinations/checkups.ts';
import * as texts from '@deqiq/messages/office/checkups.js';
import * as stateTexts from '@deqiq/messages/ui/states.js';
import { nameWeekday } from '../calendar/times/weekdays.ts';
import { type ChoiceFilter, createDayFilter, type FilterValues } from '../list/list-filters.tsx';

export const checkupStatusLabels: Readonly<Record<CheckupStatus, () => string>> = {
  pending: stateTexts.pending,
  completed: stateTexts.completed,
  cancelled: stateTexts.cancelled,
};

export const listStatusOptions = () =>
  checkupStatuses.map((value) => ({ value, label: checkupStatusLabels[value]() }));

/** The filters of the checkups, as its screen and what opens over it read them from the address. */
export const listCheckupFilters = (values: FilterValues): readonly ChoiceFilter[] => [
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
  ...listMonthFilters().filter(({ name }) => values[name]),
];

/** In use where a number of the month has opened the list. */
const listMonthFilters = (): readonly ChoiceFilter[] => [
  {
    name: 'ready',
    label: texts.ready(),
    all: texts.anyReady(),
    options: [],
    dependents: ['weekday', 'opened'],
  },
  {
    name: 'weekday',
    label: texts.weekday(),
    all: texts.allWeekdays(),
    options: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: `${day}`, label: nameWeekday(day) })),
  },
  {
    name: 'opened',
    label: texts.opened(),
    all: texts.anyOpened(),
    options: [{ value: 'none', label: texts.unopened() }],
  },
];

export const checkupFilterNames = [
  'status',
  'day',
  'xrays',
  'ready',
  'weekday',
  'opened',
  'partner',
  'sort',
];
