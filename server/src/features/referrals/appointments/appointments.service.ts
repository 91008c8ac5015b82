import type {
  AppointmentAnswer,
  AppointmentList,
  AppointmentQuery,
  AppointmentTime,
  NewAppointment,
} from '@deqiq/contract/referrals/booking/appointments.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { MINUTE, toDay } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import {
  type AppointmentTimesService,
  isOpen,
  type Owner,
  type Slot,
} from '../appointment-times/appointment-times.service.ts';
import type { DepositsService } from '../deposits/deposits.service.ts';
import type { KindsService } from '../kinds/kinds.service.ts';
import type { PatientsService } from '../patients/patients.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import { presentAppointment } from './appointments.present.ts';
import * as repo from './appointments.repo.ts';

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly times: AppointmentTimesService;
  readonly moves: Pick<ReferralMovesService, 'book' | 'unbook' | 'move' | 'settle'>;
  readonly kinds: Pick<KindsService, 'get'>;
  readonly patients: Pick<PatientsService, 'claim'>;
  readonly deposits: Pick<DepositsService, 'describe'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

export type AppointmentsService = ReturnType<typeof appointmentsService>;

/** The calendar of the desk. An appointment of a referral moves the referral. */
export function appointmentsService(deps: Deps) {
  const { db, versions, times, moves, deposits, audit, now } = deps;
  const version = versions.memoize('appointments', 'deposits');

  async function present(rows: readonly AppointmentRow[]) {
    const found = await deposits.describe(db, rows);
    return rows.map((row) => presentAppointment(row, found.get(row.id) ?? null));
  }

  /** Runs a change with its audit row; `work` returns the id of the appointment. */
  async function change(
    actor: Actor,
    { action, message }: { action: string; message: () => string },
    work: (tx: Db) => Promise<string>,
  ): Promise<AppointmentAnswer> {
    await times.settle();
    const row = await db.transaction().execute(async (tx) => {
      const id = await work(tx);
      await audit.record(tx, actor, action, 'appointment', id);
      return find(times, tx, id);
    });
    const found = await deposits.describe(db, [row]);
    return {
      appointment: presentAppointment(row, found.get(row.id) ?? null),
      message: message(),
    };
  }

  return {
    /** Changes whenever a list would; once a minute because held times end. */
    version: () => `${version()}.${Math.floor(now() / MINUTE).toString(36)}`,

    async list({ from, to, device }: AppointmentQuery): Promise<AppointmentList> {
      await times.settle();
      const { from: start = '', before = '' } = toInstants({ from, to });
      const rows = await repo.list(db, { from: start, before, ...(device && { device }) });
      return { appointments: await present(rows) };
    },

    /** At any hour. Throws 409 where the machine is taken. */
    async create(actor: Actor, fields: NewAppointment): Promise<AppointmentAnswer> {
      const slot = await toSlot(deps, fields);
      return change(actor, { action: 'create', message: appointmentMessages.booked }, (tx) =>
        book(deps, tx, actor, fields, slot),
      );
    },

    async update(actor: Actor, id: string, time: AppointmentTime): Promise<AppointmentAnswer> {
      const slot = await toSlot(deps, time);
      return change(
        actor,
        { action: 'change', message: appointmentMessages.booked },
        async (tx) => {
          const row = await find(times, tx, id);
          const { referral_id } = row;
          if (!isOpen(row)) throw conflict(appointmentMessages.moved());
          return referral_id === null
            ? times.move(tx, id, slot)
            : moves.book(tx, actor, referral_id, slot);
        },
      );
    },

    async remove(actor: Actor, id: string) {
      const { message } = await change(
        actor,
        { action: 'delete', message: appointmentMessages.cancelled },
        (tx) => cancel(deps, tx, actor, id),
      );
      return { message };
    },

    arrive: (actor: Actor, id: string) =>
      change(actor, { action: 'arrive', message: referralMessages.arrived }, (tx) =>
        arrive(deps, tx, actor, id),
      ),

    miss: (actor: Actor, id: string) =>
      change(actor, { action: 'miss', message: referralMessages.missed }, async (tx) => {
        const row = await find(times, tx, id);
        const { referral_id, status } = row;
        if (status !== 'booked') throw conflict(appointmentMessages.moved());
        if (referral_id !== null) await moves.move(tx, actor, referral_id, 'miss');
        else if (!(await times.free(tx, row, 'missed')))
          throw conflict(appointmentMessages.moved());
        return id;
      }),

    /** Takes arrived or missed back on the day of the appointment. Throws 409 where the machine is taken by now. */
    undo: (actor: Actor, id: string) =>
      change(actor, { action: 'undo', message: appointmentMessages.bookedAgain }, (tx) =>
        undo(deps, tx, actor, id),
      ),
  };
}

async function find(
  times: Pick<AppointmentTimesService, 'find'>,
  tx: Db,
  id: string,
): Promise<AppointmentRow> {
  const row = await times.find(tx, id);
  if (!row) throw notFound(appointmentMessages.notFound());
  return row;
}

async function toSlot(
  { db, kinds }: Pick<Deps, 'db' | 'kinds'>,
  { kind, device, startsAt, minutes }: AppointmentTime,
): Promise<Slot> {
  const { _id, minutes: usual } = await kinds.get(db, kind);
  return { kind: _id, device, startsAt, minutes: minutes || usual };
}

/** In the caller's transaction: a new appointment, or that of the referral; returns its id. */
async function book(
  { times, moves, patients }: Deps,
  tx: Db,
  actor: Actor,
  { referral, reservation, patient }: NewAppointment,
  slot: Slot,
): Promise<string> {
  const referralId =
    referral || (reservation && (await repo.findReferralOfReservation(tx, reservation)));
  if (referralId) return moves.book(tx, actor, referralId, slot);
  if (patient) {
    const patient_id = await patients.claim(tx, patient);
    const { first_name, last_name, phone } = await repo.findPatient(tx, patient_id);
    const owner: Owner = { name: `${first_name} ${last_name}`, phone, patient_id };
    return times.insert(tx, owner, slot);
  }
  const form = await repo.findReservation(tx, reservation);
  if (!form) throw notFound(referralMessages.reservationNotFound());
  const owner = { name: form.full_name, phone: form.phone, reservation_id: reservation };
  return times.insert(tx, owner, slot);
}

async function cancel({ times, moves }: Deps, tx: Db, actor: Actor, id: string): Promise<string> {
  const row = await find(times, tx, id);
  const { referral_id, status } = row;
  if (status === 'cancelled') throw notFound(appointmentMessages.notFound());
  if (status !== 'booked' && status !== 'held') throw conflict(appointmentMessages.moved());
  if (status === 'booked' && referral_id !== null) await moves.unbook(tx, actor, referral_id);
  else if (!(await times.free(tx, row, 'cancelled'))) throw conflict(appointmentMessages.moved());
  return id;
}

async function arrive({ times, moves }: Deps, tx: Db, actor: Actor, id: string): Promise<string> {
  const row = await find(times, tx, id);
  if (!isOpen(row)) throw conflict(appointmentMessages.moved());
  if (row.referral_id === null) await times.arrive(tx, row);
  else {
    const { checkup_id } = await moves.move(tx, actor, row.referral_id, 'arrive');
    if (checkup_id !== null) await moves.settle(tx, actor, checkup_id);
  }
  return id;
}

async function undo(
  { times, moves, now }: Deps,
  tx: Db,
  actor: Actor,
  id: string,
): Promise<string> {
  const row = await find(times, tx, id);
  const { referral_id, status, starts_at } = row;
  if (status !== 'arrived' && status !== 'missed') throw conflict(appointmentMessages.moved());
  if (toDay(Date.parse(starts_at)) !== toDay(now())) throw conflict(appointmentMessages.notToday());
  if (referral_id === null) await times.undo(tx, row);
  else {
    const { checkup_id } = await moves.move(tx, actor, referral_id, 'undo');
    await times.undo(tx, row);
    // An X-ray may have arrived while it was missed.
    if (checkup_id !== null) await moves.settle(tx, actor, checkup_id);
  }
  return id;
}
