import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import type { AppointmentRow, Db, FreedTimeRow, OfferRow } from '../../../platform/db/tables.ts';
import { conflict } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import { isOpenAt, type OpeningHoursService } from '../opening-hours/opening-hours.service.ts';
import * as repo from './waiting-list.repo.ts';

/** Time in which an offer can be taken. */
const OFFER = 30 * MINUTE;

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly hours: Pick<OpeningHoursService, 'find'>;
  readonly messages: Pick<PatientMessagesService, 'offer'>;
  readonly now: () => number;
}

export type WaitingListService = ReturnType<typeof waitingListService>;

/** Patients who want an earlier time get freed ones offered, one after the other. */
export function waitingListService(deps: Deps) {
  const { db, jobs, now } = deps;

  const schedule = (tx: Db, id: string, runAt: string) =>
    jobs.enqueue(tx, { kind: 'settle-appointments', subject: id, runAt });

  /** An offer that an appointment cannot take any more goes to the next one. */
  async function passOnOffer(tx: Db, appointmentId: string): Promise<void> {
    const at = isoNow(now);
    for (const freed of await repo.hurry(tx, appointmentId, at)) await schedule(tx, freed, at);
  }

  return {
    /** In the transaction of a change that frees a time: it is offered if an appointment waits for it. */
    async free(tx: Db, { kind_id, device_id, starts_at }: AppointmentRow): Promise<void> {
      const at = isoNow(now);
      if (kind_id === null || starts_at <= at) return;
      const freed = { id: newId(), kind_id, device_id, starts_at, due_at: at };
      if ((await repo.listWaiting(tx, freed)).length === 0) return;
      await repo.insertFreed(tx, freed);
      await schedule(tx, freed.id, at);
    },

    /** In the transaction that changes an appointment. */
    follow: passOnOffer,

    /** Offers freed times to the next ones, before times are read. */
    async passOn(): Promise<void> {
      while (await repo.hasDue(db, isoNow(now)))
        await db.transaction().execute(async (tx) => {
          const at = isoNow(now);
          const due = await repo.lockDue(tx, at);
          await repo.endOffers(tx, at);
          for (const freed of due) {
            const offer = await findOrMakeOffer(deps, tx, freed);
            if (!offer) await repo.removeFreed(tx, freed.id);
            else {
              await repo.postpone(tx, freed.id, offer.expires_at);
              await schedule(tx, freed.id, offer.expires_at);
            }
          }
        });
    },

    /** The offer that an appointment can take now. */
    findRunning: (id: string): Promise<OfferRow | undefined> =>
      repo.findRunning(db, id, isoNow(now)),

    findOffer: (id: string): Promise<OfferRow | undefined> => repo.findOffer(db, id),

    /** `before`: ISO text. */
    join: (tx: Db, { id, waiting_since }: AppointmentRow, before: string): Promise<void> =>
      repo.setWaiting(tx, id, {
        waiting_since: waiting_since ?? isoNow(now),
        waiting_before: before,
      }),

    async leave(tx: Db, id: string): Promise<void> {
      await repo.setWaiting(tx, id, { waiting_since: null, waiting_before: null });
      await passOnOffer(tx, id);
    },

    /** In the transaction that moves the appointment to the offered time. Throws 409 where the offer is over. */
    async take(tx: Db, { id, freed_id, appointment_id }: OfferRow): Promise<void> {
      if (!(await repo.take(tx, id, isoNow(now)))) throw conflict(appointmentMessages.offerEnded());
      await repo.removeFreed(tx, freed_id);
      await repo.setWaiting(tx, appointment_id, { waiting_since: null, waiting_before: null });
    },
  };
}

/** The running offer of a freed time, or one to the next patient whom it suits. */
async function findOrMakeOffer(
  { hours, messages, now }: Deps,
  tx: Db,
  freed: FreedTimeRow,
): Promise<OfferRow | undefined> {
  const at = isoNow(now);
  const running = await repo.findOfFreed(tx, freed.id);
  if (running) return running;
  if (freed.starts_at <= at) return undefined;
  const opening = await hours.find(tx);
  for (const { id, starts_at, ends_at } of await repo.listWaiting(tx, freed)) {
    const length = Date.parse(ends_at) - Date.parse(starts_at);
    const time = {
      device_id: freed.device_id,
      starts_at: freed.starts_at,
      ends_at: iso(Date.parse(freed.starts_at) + length),
      appointment_id: id,
    };
    if (!isOpenAt(opening, time) || (await repo.isBusy(tx, time))) continue;
    const end = iso(now() + OFFER);
    const expires_at = end < freed.starts_at ? end : freed.starts_at;
    const offer = { id: newId(), freed_id: freed.id, ...time, expires_at, created_at: at };
    await repo.insertOffer(tx, { ...offer, state: 'open' });
    await messages.offer(tx, { ...offer, state: 'open' });
    return { ...offer, state: 'open' };
  }
  return undefined;
}
