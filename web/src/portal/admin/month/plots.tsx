import type { Month } from '@deqiq/contract/desk/month.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { NO_KIND } from '../../../api/desk/month-appointments.ts';
import { DayLines } from '../../month/day-lines.tsx';
import { nameWeekday } from '../calendar/times/weekdays.ts';
import { Bars } from './bars.tsx';
import { monthPaths } from './month-paths.ts';

/** The month by day, weekday, kind and machine. */
export const Plots = ({ month }: { month: Month }) => (
  <div className="grid gap-5 lg:grid-cols-2 print:grid-cols-2">
    <DayLines month={month} to={monthPaths.examinations} />
    <Bars
      title={texts.byWeekday()}
      month={month.month}
      bars={month.weekdays.map((value, index) => ({
        id: String(index),
        label: nameWeekday(index + 1),
        value,
        to: (each) => monthPaths.examinations(each, { weekday: String(index + 1) }),
      }))}
    />
    <Bars
      title={texts.byKind()}
      month={month.month}
      bars={listBars(month, 'kind', 'appointments')}
    />
    <Bars
      title={texts.incomeByKind()}
      month={month.month}
      bars={listBars(month, 'kind', 'income')}
    />
    <Bars
      title={texts.byMachine()}
      month={month.month}
      bars={listBars(month, 'machine', 'appointments')}
    />
    <Bars
      title={texts.incomeByMachine()}
      month={month.month}
      bars={listBars(month, 'machine', 'income')}
    />
  </div>
);

function listBars(
  { kinds, machines }: Month,
  by: 'kind' | 'machine',
  of: 'appointments' | 'income',
) {
  const rows =
    by === 'kind'
      ? kinds.map(({ examination, ...totals }) => ({
          ...totals,
          id: examination ?? NO_KIND,
          label: examination ? examinationTexts[examination]() : texts.otherKind(),
        }))
      : machines.map(({ _id, name, ...totals }) => ({ ...totals, id: _id, label: name }));
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    value: row[of],
    note: of === 'appointments' && row.missed > 0 && texts.missedOf({ count: row.missed }),
    to: (month: string) =>
      monthPaths.appointments(month, {
        ...(of === 'income' && { state: 'arrived' }),
        [by]: row.id,
      }),
  }));
}
