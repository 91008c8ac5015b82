import type { ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as z from 'zod';
import { phoneKey } from '../../../platform/db/patient-records.ts';
import { BUSY } from '../../../platform/db/tables/referrals/appointments.ts';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Log } from '../../../platform/storage/storage.ts';
import { iso, isoNow, MINUTE, toLocalTime } from '../../../platform/time.ts';
import type {
  PatientChannel,
  PatientMessagesService,
} from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { DepositsService } from '../deposits/deposits.service.ts';
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts';
import * as repo from './appointment-times.repo.ts';
import { keepLocalTimes } from './local-times.ts';

export type MachineTime = repo.MachineTime;

/** A machine, a kind of examination and an interval. */
export interface Slot {
  readonly kind: string | null;
  readonly device: string;
  /** ISO text. */
  readonly startsAt: string;
  readonly minutes: number;
  /** Whether a patient chooses it: staff may book a time that is offered to a patient. */
  readonly isPublic?: boolean;
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
export const presentTime = (
  row: Pick<AppointmentRow, 'id' | 'kind_id' | 'device_id' | 'starts_at' | 'ends_at'>,
) => ({
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

/** Where a patient gets messages, and the channels of reminders to which the patient agreed. */
export interface Contact {
  readonly email: string | null;
  readonly language: ChosenLanguage;
  readonly channels: readonly PatientChannel[];
}

/** States in which an appointment gets another time, or the patient arrives. */
const OPEN = ['held', 'booked', 'missed'] as const;

/** Whether an appointment may get another time, and the patient may arrive. */
export const isOpen = ({ status }: Pick<AppointmentRow, 'status'>): boolean =>
  OPEN.some((each) => each === status);

/** Whether an appointment keeps others from its time. */
const hasTime = (row: AppointmentRow | undefined): boolean =>
  BUSY.some((each) => each === row?.status);

/** Times held at once for visitors who have not confirmed: bots with many addresses and telephones would hold all. */
const MAX_HELD = 5;

/** Milliseconds for which a time is held. */
const HOLD = 15 * MINUTE;

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  readonly messages: Pick<PatientMessagesService, 'follow'>;
  readonly waiting: Pick<WaitingListService, 'follow' | 'free' | 'passOn'>;
  readonly deposits: Pick<DepositsService, 'refundAll'>;
  /** Whether the public is limited. */
  readonly isLimited: boolean;
  readonly now: () => number;
}

export type AppointmentTimesService = ReturnType<typeof appointmentTimesService>;

/**
 * Times of machines, in the caller's transaction, after examination and referral are locked. An appointment of a referral
 * follows its state.
 */
export function appointmentTimesService(deps: Deps) {
  const { db, jobs, messages, waiting, now } = deps;
  const changes = timeChanges(deps);
  const { insert, move, arrive, undo, free } = changes;

  /** Ends what is over, before times are read. */
  async function settle(): Promise<void> {
    if (await repo.hasOverdue(db, isoNow(now)))
      await db.transaction().execute((tx) => changes.endHolds(tx));
    await waiting.passOn();
  }

  jobs.handle('settle-appointments', {
    payload: z.object({}),
    concurrency: 1,
    run: async () => void (await settle()),
  });

  return {
    insert,
    move,
    arrive,
    undo,
    free,
    settle,
    ...heldTimes(deps, changes),
    ...contacts(deps, changes),
    ...timesOfReferrals(deps, changes),

    find: repo.find,

    /** When the public cannot have machines: their appointments, and times that are offered to others. */
    async listBusy(devices: readonly string[], window: Parameters<typeof repo.listBusy>[2]) {
      const busy = await repo.listBusy(db, devices, window);
      return [...busy, ...(await repo.listOffered(db, devices, { ...window, at: isoNow(now) }))];
    },

    lockAppointment: repo.lock,

    async countOpen(tx: Db, phone: string, at: string): Promise<number> {
      const key = phoneKey(phone);
      return key === null ? 0 : repo.countOpen(tx, key, at);
    },

    /** A public reservation has become a referral. */
    linkReferral: repo.linkReferral,

    keepLocalTimes: (log: Log): Promise<number> => keepLocalTimes({ db, messages, now }, log),
  };
}

const toColumns = ({ kind, device, startsAt, minutes }: Slot) => ({
  kind_id: kind,
  device_id: device,
  starts_at: startsAt,
  ends_at: iso(Date.parse(startsAt) + minutes * MINUTE),
  local_start: toLocalTime(startsAt),
});

type TimeChanges = ReturnType<typeof timeChanges>;

/** Changes of single times. */
function timeChanges({ messages, waiting, deposits, now }: Deps) {
  /** Messages and offers follow the change of an appointment. `freed`: the row whose time it had before. */
  async function follow(tx: Db, id: string, freed?: AppointmentRow): Promise<void> {
    await messages.follow(tx, id);
    await waiting.follow(tx, id);
    if (freed) await waiting.free(tx, freed);
  }

  /** Patients do not get times that are offered to others. */
  const respectOffers = ({ isPublic }: Slot) => (isPublic ? isoNow(now) : undefined);

  async function lock(tx: Db, device: string): Promise<void> {
    if (!(await repo.lockDevice(tx, device)))
      throw invalid('device', appointmentMessages.deviceMissing());
    await endHolds(tx, device);
  }

  /** Frees held times that are over, so that the next booking has them, whether a sweep has run or not. */
  async function endHolds(tx: Db, device?: string): Promise<void> {
    const ended = await repo.endHolds(tx, { at: isoNow(now), ...(device && { device }) });
    for (const row of ended) await follow(tx, row.id, row);
  }

  async function insert(
    tx: Db,
    owner: Owner,
    slot: Slot,
    hold?: { readonly until: string; readonly deposit: number | null },
  ): Promise<string> {
    await lock(tx, slot.device);
    const row = {
      id: newId(),
      ...toColumns(slot),
      status: hold ? 'held' : 'booked',
      held_until: hold?.until ?? null,
      ...(hold?.deposit && { deposit: hold.deposit }),
      referral_id: owner.referral_id ?? null,
      reservation_id: owner.reservation_id ?? null,
      patient_id: owner.patient_id ?? null,
      name: owner.name,
      phone: owner.phone,
      phone_key: phoneKey(owner.phone),
      created_at: isoNow(now),
    } as const;
    if (!(await repo.insert(tx, row, respectOffers(slot)))) throw new TakenError();
    return row.id;
  }

  /** Gives an open appointment, or one that gave way, another time. It is booked by it, unless `keepsHold`. */
  async function move(
    tx: Db,
    id: string,
    slot: Slot,
    { keepsHold = false }: { readonly keepsHold?: boolean } = {},
  ): Promise<string> {
    await lock(tx, slot.device);
    const before = await repo.find(tx, id);
    const changes = keepsHold
      ? ({ from: ['held'], status: 'held' } as const)
      : ({ from: OPEN, confirmableAt: isoNow(now), status: 'booked', held_until: null } as const);
    const time = { ...toColumns(slot), offersAt: respectOffers(slot) };
    if (!(await repo.occupy(tx, id, { ...time, ...changes }))) throw new TakenError();
    await follow(tx, id, hasTime(before) ? before : undefined);
    return id;
  }

  async function arrive(tx: Db, row: AppointmentRow): Promise<void> {
    const { id, device_id, starts_at, ends_at } = row;
    await repo.lockDevice(tx, device_id);
    // A late patient may find the time taken: the appointment stays missed.
    const changes = { device_id, starts_at, ends_at, status: 'arrived', held_until: null } as const;
    await repo.occupy(tx, id, { ...changes, from: OPEN, confirmableAt: isoNow(now) });
    await follow(tx, id);
  }

  /** The patient did not come yet, or still comes. Reminders that were sent are not sent again. */
  async function undo(tx: Db, row: AppointmentRow): Promise<void> {
    const { id, device_id, starts_at, ends_at } = row;
    await repo.lockDevice(tx, device_id);
    const changes = { device_id, starts_at, ends_at, status: 'booked' } as const;
    if (!(await repo.occupy(tx, id, { ...changes, from: ['arrived', 'missed'] })))
      throw new TakenError();
    await follow(tx, id);
  }

  /** Frees its time; false where it is in another state by now. A paid deposit goes back where it is cancelled. */
  async function free(
    tx: Db,
    row: AppointmentRow,
    status: 'missed' | 'cancelled',
  ): Promise<boolean> {
    const before = await repo.find(tx, row.id);
    if (!(await repo.release(tx, row, status))) return false;
    if (status === 'cancelled') await deposits.refundAll(tx, row.id);
    await follow(tx, row.id, hasTime(before) ? before : undefined);
    return true;
  }

  return { follow, lock, endHolds, insert, move, arrive, undo, free };
}

/** Times that are held, and end unless they are booked. */
function heldTimes({ jobs, isLimited, now }: Deps, { follow, lock, insert }: TimeChanges) {
  return {
    /** A time for 15 minutes, in which it is confirmed, or the deposit (qəpik) is paid, or it ends. */
    async hold(tx: Db, owner: Owner, slot: Slot, deposit: number | null): Promise<string> {
      const runAt = iso(now() + HOLD);
      await repo.lockHolds(tx);
      const id = await insert(tx, owner, slot, { until: runAt, deposit });
      const others = isLimited ? await repo.giveWay(tx, { except: id, max: MAX_HELD - 1 }) : [];
      for (const other of others) await follow(tx, other.id, other);
      await jobs.enqueue(tx, { kind: 'settle-appointments', subject: id, runAt });
      return id;
    },

    /** Books a held time. Throws TakenError where it gave way and is taken by now, or the hold is over. */
    async confirm(tx: Db, row: AppointmentRow): Promise<void> {
      await lock(tx, row.device_id);
      if (!(await repo.confirm(tx, row, isoNow(now)))) throw new TakenError();
      await follow(tx, row.id);
    },

    /** Books a time whose deposit was paid, also after its hold. Throws TakenError where it is taken or cancelled by now. */
    async bookPaid(tx: Db, row: AppointmentRow): Promise<void> {
      await lock(tx, row.device_id);
      if (!(await repo.bookPaid(tx, row, isoNow(now)))) throw new TakenError();
      await follow(tx, row.id);
    },
  };
}

function contacts({ now }: Deps, { follow }: TimeChanges) {
  /** The patient wants no more messages. */
  async function stop(tx: Db, id: string): Promise<void> {
    await repo.setContact(tx, id, { email: null, channels: '', consented_at: null });
    await follow(tx, id);
  }

  return {
    stop,

    /** Where the patient wants messages; with consent, the reminders begin. */
    async setContact(tx: Db, id: string, contact: Contact): Promise<void> {
      const { email, language, channels } = contact;
      const consented_at = channels.length > 0 ? isoNow(now) : null;
      const text = channels.join(' ');
      await repo.setContact(tx, id, { email, language, channels: text, consented_at });
      await follow(tx, id);
    },

    /** The person with this telephone wants no more messages. Returns the ids of the coming appointments. */
    async stopOfPhone(tx: Db, phone: string): Promise<string[]> {
      const key = phoneKey(phone);
      const ids = key === null ? [] : await repo.listComing(tx, key, isoNow(now));
      for (const id of ids) await stop(tx, id);
      return ids;
    },
  };
}

function timesOfReferrals({ now }: Deps, { follow, insert, move, arrive, free }: TimeChanges) {
  /** The appointment of a referral that may get another time, rather than one that gave way to others. */
  const findOpen = async (tx: Db, referralId: string): Promise<AppointmentRow | undefined> =>
    (await repo.findOfReferral(tx, referralId, OPEN)) ??
    repo.findGivenWay(tx, referralId, isoNow(now));

  return {
    /** The booked appointment of a referral. */
    findBooked: (handle: Db, referralId: string) =>
      repo.findOfReferral(handle, referralId, ['booked']),

    /** The appointment of a referral gets this time; returns its id. */
    async place(tx: Db, owner: Owner & { readonly referral_id: string }, slot: Slot) {
      const open = await findOpen(tx, owner.referral_id);
      return open ? move(tx, open.id, slot) : insert(tx, owner, slot);
    },

    /** Frees the time of a referral. */
    async release(tx: Db, referralId: string): Promise<void> {
      const row = await repo.findOfReferral(tx, referralId, ['booked']);
      if (row) await free(tx, row, 'cancelled');
    },

    /** Follows a referral into its new state. */
    async follow(tx: Db, referralId: string, state: ReferralState): Promise<void> {
      if (!['declined', 'cancelled', 'expired', 'missed', 'arrived'].includes(state)) return;
      const row = await findOpen(tx, referralId);
      if (!row) return;
      if (state === 'arrived') return arrive(tx, row);
      await free(tx, row, state === 'missed' ? 'missed' : 'cancelled');
    },

    /** The time that a cancelled referral had; false where it has none, or the machine is taken by now. */
    async restore(tx: Db, referralId: string): Promise<boolean> {
      const row = await repo.findOfReferral(tx, referralId, ['cancelled']);
      if (!row || !(await repo.lockDevice(tx, row.device_id))) return false;
      const { id, device_id, starts_at, ends_at } = row;
      const changes = {
        device_id,
        starts_at,
        ends_at,
        from: ['cancelled'],
        status: 'booked',
      } as const;
      if (!(await repo.occupy(tx, id, changes))) return false;
      await follow(tx, id);
      return true;
    },
  };
}
