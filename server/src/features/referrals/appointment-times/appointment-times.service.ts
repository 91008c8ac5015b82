import type { ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import { phoneKey } from '../../../platform/db/patient-records.ts';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { iso, isoNow, MINUTE } from '../../../platform/time.ts';
import * as repo from './appointment-times.repo.ts';

export type MachineTime = repo.MachineTime;

/** A machine, a kind of examination and an interval. */
export interface Slot {
  readonly kind: string | null;
  readonly device: string;
  /** ISO text. */
  readonly startsAt: string;
  readonly minutes: number;
}

/** For whom: the ids of what is known of the person. */
export interface Owner {
  readonly name: string;
  readonly phone: string;
  readonly referral_id?: string | null;
  readonly reservation_id?: string | null;
  readonly patient_id?: string | null;
}

/** The time of an appointment in answers. */
export const presentTime = (row: AppointmentRow) => ({
  _id: row.id,
  kind: row.kind_id,
  device: row.device_id,
  startsAt: row.starts_at,
  minutes: (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / MINUTE,
});

/** The machine has another appointment then. */
export class TakenError extends AppError {
  constructor() {
    super('conflict', 409, appointmentMessages.taken());
  }
}

export type AppointmentTimesService = ReturnType<typeof appointmentTimesService>;

/**
 * Times of machines, in the caller's transaction, after examination and referral are locked. An appointment of a referral
 * follows its state.
 */
export function appointmentTimesService({ now }: { readonly now: () => number }) {
  const toColumns = ({ kind, device, startsAt, minutes }: Slot) => ({
    kind_id: kind,
    device_id: device,
    starts_at: startsAt,
    ends_at: iso(Date.parse(startsAt) + minutes * MINUTE),
  });

  async function lock(tx: Db, device: string): Promise<void> {
    if (!(await repo.lockDevice(tx, device)))
      throw invalid('device', appointmentMessages.deviceMissing());
  }

  async function insert(tx: Db, owner: Owner, slot: Slot): Promise<string> {
    await lock(tx, slot.device);
    const row: AppointmentRow = {
      id: newId(),
      ...toColumns(slot),
      status: 'booked',
      referral_id: owner.referral_id ?? null,
      reservation_id: owner.reservation_id ?? null,
      patient_id: owner.patient_id ?? null,
      name: owner.name,
      phone: owner.phone,
      phone_key: phoneKey(owner.phone),
      created_at: isoNow(now),
    };
    if (!(await repo.insert(tx, row))) throw new TakenError();
    return row.id;
  }

  /** Gives a booked or missed appointment another time. */
  async function move(tx: Db, id: string, slot: Slot): Promise<string> {
    await lock(tx, slot.device);
    const from = ['booked', 'missed'] as const;
    if (!(await repo.occupy(tx, id, { ...toColumns(slot), from, status: 'booked' })))
      throw new TakenError();
    return id;
  }

  async function arrive(tx: Db, row: AppointmentRow): Promise<void> {
    const { device_id, starts_at, ends_at } = row;
    await repo.lockDevice(tx, device_id);
    // A late patient may find the time taken: the appointment stays missed.
    await repo.occupy(tx, row.id, {
      device_id,
      starts_at,
      ends_at,
      from: ['booked', 'missed'],
      status: 'arrived',
    });
  }

  return {
    insert,
    move,
    arrive,

    find: repo.find,
    listBusy: repo.listBusy,

    /** The booked appointment of a referral. */
    findOpen: (handle: Db, referralId: string) =>
      repo.findOfReferral(handle, referralId, ['booked']),

    async countOpen(tx: Db, phone: string, at: string): Promise<number> {
      const key = phoneKey(phone);
      return key === null ? 0 : repo.countOpen(tx, key, at);
    },

    /** False where it is not booked. */
    free: repo.release,

    /** The appointment of a referral gets this time; returns its id. */
    async place(tx: Db, owner: Owner & { readonly referral_id: string }, slot: Slot) {
      const open = await repo.findOfReferral(tx, owner.referral_id, ['booked', 'missed']);
      return open ? move(tx, open.id, slot) : insert(tx, owner, slot);
    },

    /** Frees the time of a referral. */
    async release(tx: Db, referralId: string): Promise<void> {
      const row = await repo.findOfReferral(tx, referralId, ['booked']);
      if (row) await repo.release(tx, row.id, 'cancelled');
    },

    /** Follows a referral into its new state. */
    async follow(tx: Db, referralId: string, state: ReferralState): Promise<void> {
      if (!['declined', 'cancelled', 'expired', 'missed', 'arrived'].includes(state)) return;
      const row = await repo.findOfReferral(tx, referralId, ['booked', 'missed']);
      if (!row) return;
      if (state === 'arrived') return arrive(tx, row);
      await repo.release(tx, row.id, state === 'missed' ? 'missed' : 'cancelled');
    },

    /** The time that a cancelled referral had; false where it has none, or the machine is taken by now. */
    async restore(tx: Db, referralId: string): Promise<boolean> {
      const row = await repo.findOfReferral(tx, referralId, ['cancelled']);
      if (!row || !(await repo.lockDevice(tx, row.device_id))) return false;
      const { device_id, starts_at, ends_at } = row;
      const from = ['cancelled'] as const;
      return repo.occupy(tx, row.id, { device_id, starts_at, ends_at, from, status: 'booked' });
    },

    /** A public reservation has become a referral. */
    linkReferral: repo.linkReferral,
  };
}
