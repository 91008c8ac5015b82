import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { nameState } from '../appointment-state.tsx';
import type { CalendarColumn } from '../calendar-columns.ts';
import { nameKindOf } from '../times/kinds.ts';
import { findPeriod } from '../times/periods.ts';
import { formatTime } from '../times/times.ts';
import { nameDay } from '../times/weekdays.ts';

type PrintedDayProps = { columns: readonly CalendarColumn[]; kinds: readonly Kind[] };

/** The paper of a day: a page with a table for each machine that has appointments. It is rendered to be printed. */
export function PrintedDay({ columns, kinds }: PrintedDayProps) {
  return (
    <div className="print-day">
      {columns
        .filter(({ appointments }) => appointments.length > 0)
        .map(({ key, machine, day, appointments }) => (
          <section key={key} className="not-first:break-before-page">
            <h1 className="text-title">{machine.name}</h1>
            <p className="mt-1 mb-4 text-desk">
              {nameDay(day)} · {texts.count({ count: appointments.length })}
            </p>
            <table className="w-full border-collapse text-left text-desk [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pr-3 [&_td]:align-top [&_th]:py-1.5 [&_th]:pr-3 [&_th]:font-medium [&_tr]:break-inside-avoid">
              <thead>
                <tr>
                  <th scope="col">{texts.time()}</th>
                  <th scope="col">{texts.patient()}</th>
                  <th scope="col">{texts.phone()}</th>
                  <th scope="col">{texts.examination()}</th>
                  <th scope="col">{texts.state()}</th>
                </tr>
              </thead>
              <tbody>
                {appointments.map((appointment) => {
                  const { from, to } = findPeriod(appointment);
                  return (
                    <tr key={appointment._id}>
                      <td className="whitespace-nowrap tabular-nums">
                        {formatTime(from)}–{formatTime(to)}
                      </td>
                      <td>{appointment.who.name}</td>
                      <td className="whitespace-nowrap tabular-nums">{appointment.who.phone}</td>
                      <td>{nameKindOf(kinds, appointment.kind)}</td>
                      <td>{nameState(appointment)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
        ))}
    </div>
  );
}
