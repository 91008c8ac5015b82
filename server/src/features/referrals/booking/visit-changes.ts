import type { BookingAnswer } from '@deqiq/contract/referrals/booking/booking.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as depositMessages from '@deqiq/messages/referrals/deposits.js';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import {
  type AppointmentTimesService,
  presentTime,
  type Slot,
} from '../appointment-times/appointment-times.service.ts';
import type { BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { DepositsService } from '../deposits/deposits.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import { describeHold } from './booking.present.ts';
import type { FreeTimes } from './free-times.ts';
import type { PublicKinds } from './public-kinds.ts';
import type { Visits } from './visits.ts';

interface Deps {
  readonly db: Db;
  readonly times: AppointmentTimesService;
  readonly moves: Pick<ReferralMovesService, 'book' | 'unbook'>;
  readonly links: Pick<BookingLinksService, 'find'>;
  readonly freeTimes: FreeTimes;
  readonly deposits: Pick<DepositsService, 'isRefundable' | 'retain'>;
  readonly audit: Pick<AuditService, 'recordEntry'>;
}

/** People without an account confirm, move and cancel a time with a link. */
export function visitChanges(deps: Deps, visits: Visits, kinds: Pick<PublicKinds, 'get'>) {
  const { db, times, moves, links, freeTimes, deposits } = deps;
  return {
    /** Throws 409 where the link was not sent to the patient, or the time gave way and is taken by now. */
    async confirm(token: string, address: string): Promise<BookingAnswer> {
      const link = await links.find(token);
      const row = await visits.find(link);
      if (!row) throw notFound(appointmentMessages.linkEnded());
      const { id, referral_id } = row;
      if (row.held_until !== null) {
        if (row.deposit !== null) throw conflict(depositMessages.payFirst());
        if (link.can_confirm === 0) throw conflict(appointmentMessages.confirmByMessage());
        const slot = { ...presentTime(row), isPublic: true };
        await changeAppointment(deps, { id, action: 'confirm', address }, async (tx) => {
          if (referral_id === null) await times.confirm(tx, row);
          else await moves.book(tx, null, referral_id, slot);
        });
      }
      return { appointment: await visits.present(id), message: appointmentMessages.booked() };
    },

    /** No more messages about the appointment. */
    async stop(token: string, address: string): Promise<BookingAnswer> {
      const { id } = await visits.get(token);
      await changeAppointment(deps, { id, action: 'stop', address }, (tx) => times.stop(tx, id));
      return { appointment: await visits.present(id), message: appointmentMessages.stopped() };
    },

    async move(token: string, startsAt: string, address: string): Promise<BookingAnswer> {
      const row = await visits.get(token);
      if (row.status === 'cancelled') throw conflict(appointmentMessages.moved());
      const { _id: id, minutes, device: own, kind } = presentTime(row);
      const machines = kind === null ? [own] : (await kinds.get(db, kind)).machines;
      const request = { machines, minutes, startsAt, except: id };
      await freeTimes.take(request, (device) =>
        changeAppointment(deps, { id, action: 'change', address }, (tx) =>
          moveAppointment(deps, tx, row, { kind, device, startsAt, minutes }),
        ),
      );
      const message =
        row.status === 'held' ? describeHold(row.deposit !== null) : appointmentMessages.booked();
      return { appointment: await visits.present(id), message };
    },

    /** A deposit goes back if it is cancelled in time. */
    async cancel(token: string, address: string) {
      const row = await visits.get(token);
      const { id, referral_id, status } = row;
      await changeAppointment(deps, { id, action: 'delete', address }, async (tx) => {
        if (!deposits.isRefundable(row)) {
          await times.lockAppointment(tx, id);
          await deposits.retain(tx, id);
        }
        if (status === 'booked' && referral_id !== null) await moves.unbook(tx, null, referral_id);
        else if (!(await times.free(tx, row, 'cancelled')))
          throw conflict(appointmentMessages.moved());
      });
      const state = (await visits.findDeposit((await times.find(db, id)) ?? row))?.state;
      const message =
        state === 'refunding'
          ? depositMessages.cancelledInTime()
          : state === 'retained'
            ? depositMessages.cancelledLate()
            : appointmentMessages.cancelled();
      return { message };
    },
  };
}

/** Gives an appointment another time; a held one stays held. */
export async function moveAppointment(
  {
    times,
    moves,
  }: { times: Pick<AppointmentTimesService, 'move'>; moves: Pick<ReferralMovesService, 'book'> },
  tx: Db,
  { id, referral_id, status }: AppointmentRow,
  time: Omit<Slot, 'isPublic'>,
): Promise<void> {
  const slot = { ...time, isPublic: true };
  const keepsHold = status === 'held';
  if (keepsHold || referral_id === null) await times.move(tx, id, slot, { keepsHold });
  else await moves.book(tx, null, referral_id, slot);
}

/** Changes an appointment together with its audit row. */
export async function changeAppointment(
  { db, audit }: Pick<Deps, 'db' | 'audit'>,
  { id, ...entry }: { id: string; action: string; address: string },
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await work(tx);
    const about = { object: 'appointment', objectId: id, result: 'ok' } as const;
    await audit.recordEntry(tx, { ...entry, ...about });
  });
}
