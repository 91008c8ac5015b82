import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { MachineHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import { formatDay, formatNumber } from '../../../../lib/format.ts';
import type { Column } from '../../../../ui/list/data-table.tsx';
import { Dash, NoWrap, Secondary } from '../../list/rows/cells.tsx';
import { nameKind } from '../times/kinds.ts';
import type { Machine } from '../times/use-machines.ts';
import { abbreviateWeekday } from '../times/weekdays.ts';

export const kindColumns = (machines: readonly Machine[]): Column<Kind>[] => [
  {
    id: 'name',
    header: texts.name(),
    title: true,
    wide: true,
    rowName: nameKind,
    cell: (kind) => (
      <>
        <span className="wrap-anywhere">{nameKind(kind)}</span>
        <Secondary>{examinationTexts[kind.examination]()}</Secondary>
      </>
    ),
  },
  {
    id: 'minutes',
    header: texts.minutes(),
    align: 'end',
    cell: ({ minutes }) => <NoWrap>{texts.minutesOf({ minutes })}</NoWrap>,
  },
  {
    id: 'price',
    header: texts.price(),
    align: 'end',
    cell: ({ price }) =>
      price === null ? <Dash /> : <NoWrap>{`${formatNumber(price, 2)} ₼`}</NoWrap>,
  },
  {
    id: 'machines',
    header: texts.machines(),
    cell: (kind) => {
      const names = machines.filter(({ _id }) => kind.machines.includes(_id));
      return names.length > 0 ? (
        names.map(({ name }) => name).join(', ')
      ) : (
        <span className="text-warning">{texts.noMachines()}</span>
      );
    },
  },
];

/** A machine with its hours; undefined while it has none. */
export type MachineRow = { readonly machine: Machine; readonly hours: MachineHours | undefined };

export const hoursColumns = (): Column<MachineRow>[] => [
  {
    id: 'machine',
    header: texts.machine(),
    title: true,
    rowName: ({ machine }) => machine.name,
    cell: ({ machine }) => machine.name,
  },
  {
    id: 'week',
    header: texts.week(),
    wide: 'half',
    cell: ({ hours }) =>
      hours && hours.week.length > 0 ? (
        <ul>
          {describeWeek(hours.week).map((line) => (
            <li key={line} className="tabular-nums">
              {line}
            </li>
          ))}
        </ul>
      ) : (
        <span className="text-muted">{texts.closed()}</span>
      ),
  },
  {
    id: 'daysOff',
    header: texts.daysOff(),
    cell: ({ hours }) => (hours && hours.daysOff.length > 0 ? listDays(hours.daysOff) : <Dash />),
  },
];

export const listDays = (days: readonly string[]): string =>
  days.map((day) => formatDay(day)).join(', ');

type Workday = MachineHours['week'][number];

/** "Mon–Fri 09:00–18:00, break 13:00–14:00", one line for days in a row with the same hours. */
function describeWeek(week: readonly Workday[]): string[] {
  const lines: { first: number; last: number; times: string }[] = [];
  for (const workday of week.toSorted((one, other) => one.day - other.day)) {
    const times = describeTimes(workday);
    const line = lines.at(-1);
    if (line?.times === times && line.last === workday.day - 1) line.last = workday.day;
    else lines.push({ first: workday.day, last: workday.day, times });
  }
  return lines.map(({ first, last, times }) => {
    const days = first === last ? [first] : [first, last];
    return `${days.map(abbreviateWeekday).join('–')} ${times}`;
  });
}

const describeTimes = ({ from, to, breaks }: Workday): string => {
  const pauses = breaks.map((pause) => `${pause.from}–${pause.to}`).join(', ');
  const open = `${from}–${to}`;
  return pauses ? `${open}, ${texts.breakTimes({ times: pauses })}` : open;
};
