import type { WaitForEarlier, WaitingAnswer } from '@deqiq/contract/referrals/booking/booking.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import { startOfDay } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { iso, MINUTE } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts';
import { changeAppointment, moveAppointment } from './visit-changes.ts';
import type { Visits } from './visits.ts';

interface Deps {
  readonly db: Db;
  readonly times: AppointmentTimesService;
  readonly moves: Pick<ReferralMovesService, 'book'>;
  readonly waiting: WaitingListService;
  readonly audit: Pick<AuditService, 'recordEntry'>;
}

/** People with an appointment wait for an earlier one and take it once it is offered. */
export function earlierTimes(deps: Deps, visits: Visits) {
  const { db, times, waiting } = deps;

  /** After a change of what an appointment waits for. */
  async function present(id: string, message: string): Promise<WaitingAnswer> {
    await times.settle();
    return {
      appointment: await visits.present(id),
      ...(await visits.findWaiting(await times.find(db, id))),
      message,
    };
  }

  return {
    /** Freed times before `before` are offered. Throws 409 before the confirmation. */
    async wait(token: string, { before }: WaitForEarlier, address: string): Promise<WaitingAnswer> {
      const row = await visits.get(token);
      if (row.status !== 'booked') throw conflict(appointmentMessages.confirmByMessage());
      const { id, starts_at } = row;
      await changeAppointment(deps, { id, action: 'wait', address }, (tx) =>
        waiting.join(tx, row, before === null ? starts_at : toInstant(before)),
      );
      return present(id, appointmentMessages.waiting());
    },

    async stopWaiting(token: string, address: string): Promise<WaitingAnswer> {
      const { id } = await visits.get(token);
      await changeAppointment(deps, { id, action: 'stop-waiting', address }, (tx) =>
        waiting.leave(tx, id),
      );
      return present(id, appointmentMessages.notWaiting());
    },

    /** Moves the appointment to the offered time. Throws 409 where the offer is over or was taken. */
    async take(token: string, offerId: string, address: string): Promise<WaitingAnswer> {
      const row = await visits.get(token);
      const { id, kind_id: kind } = row;
      const offer = await waiting.findOffer(offerId);
      if (offer?.appointment_id !== id) throw notFound(appointmentMessages.offerMissing());
      if ((await waiting.findRunning(id))?.id !== offerId)
        throw conflict(appointmentMessages.offerEnded());
      const { device_id: device, starts_at: startsAt, ends_at } = offer;
      const minutes = (Date.parse(ends_at) - Date.parse(startsAt)) / MINUTE;
      await changeAppointment(deps, { id, action: 'take', address }, async (tx) => {
        await moveAppointment(deps, tx, row, { kind, device, startsAt, minutes });
        await waiting.take(tx, offer);
      });
      return present(id, appointmentMessages.booked());
    },
  };
}

/** An instant, or the beginning of a day in Baku. */
const toInstant = (text: string): string =>
  text.includes('T') ? iso(Date.parse(text)) : startOfDay(Temporal.PlainDate.from(text));
