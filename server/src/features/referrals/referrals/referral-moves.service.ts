import {
  expiringStates,
  findReferralMove,
  REFERRAL_EXPIRY_DAYS,
  type ReferralMoveName,
  type ReferralMover,
  type ReferralState,
} from '@deqiq/contract/referrals/referral-states.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newIdAfter } from '../../../platform/ids.ts';
import { DAY, iso, isoNow } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type {
  AppointmentTimesService,
  Slot,
} from '../appointment-times/appointment-times.service.ts';
import * as repo from './referrals.repo.ts';

/** Reason of a referral whose examination was deleted; each reader gets it in words. */
export const CHECKUP_DELETED = 'checkup-deleted';

/** Referrals that expire in one transaction. */
const BATCH_SIZE = 100;

interface Deps {
  readonly db: Db;
  readonly times: AppointmentTimesService;
  readonly notifications: Pick<NotificationsService, 'notify'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

/** The state of a referral does not allow the move; the caller answers 409 with the referral. */
export class MoveConflict extends AppError {
  constructor() {
    super('conflict', 409, referralMessages.moved());
  }
}

interface Step {
  readonly id: string;
  readonly from: ReferralState;
  readonly to: ReferralState;
  readonly move: string;
  readonly by: ReferralMover;
  readonly actor: Actor | null;
  readonly reason?: string;
  /** ISO text; by default now. */
  readonly at?: string;
}

/** Messages to the partner; that of the result announces the examination. */
const announced = {
  accepted: 'referral-accepted',
  declined: 'referral-declined',
  missed: 'referral-missed',
} as const;

export const findMover = (actor: Actor | null): ReferralMover =>
  actor === null ? 'system' : actor.role === 'admin' ? 'staff' : 'partner';

/** Step by which a referral follows the X-rays of its examination; undefined where there is none. */
function findStepOfXrays(
  state: ReferralState,
  hasXray: boolean,
): Pick<Step, 'move' | 'to'> | undefined {
  if (!hasXray) return state === 'examined' ? { move: 'reopen', to: 'arrived' } : undefined;
  if (state === 'arrived') return { move: 'examine', to: 'examined' };
  return state === 'accepted' || state === 'booked' ? { move: 'arrive', to: 'arrived' } : undefined;
}

export type ReferralMovesService = ReturnType<typeof referralMovesService>;

/** Moves of referrals: the state, its history, its audit row and the message to the partner, in one transaction. */
export function referralMovesService(deps: Deps) {
  const { db, times, now } = deps;
  const steps = referralSteps(deps);

  /**
   * In the caller's transaction: makes a move that the state and the role allow, and returns the referral.
   * Throws 404 for that of another partner, and MoveConflict.
   */
  async function move(
    tx: Db,
    actor: Actor | null,
    id: string,
    name: ReferralMoveName,
    reason = '',
  ): Promise<repo.FlatReferral> {
    const by = findMover(actor);
    for (;;) {
      const row = await repo.findFlat(tx, id);
      if (!row || (by === 'partner' && row.partner_id !== actor?.personId))
        throw notFound(referralMessages.notFound());
      const isDue = row.expires_at !== null && row.expires_at <= isoNow(now);
      const rule = isDue ? undefined : findReferralMove(name, row.status, by);
      if (!rule || rule.to === 'previous') throw new MoveConflict();
      if (row.checkup_id !== null) await repo.lockCheckup(tx, row.checkup_id);
      const step = { id, from: row.status, to: rule.to, move: name, by, actor, reason };
      // A colleague was faster: the new state decides.
      // The partner may have changed it before it was locked.
      if (await steps.take(tx, row.partner_id, step)) return (await repo.findFlat(tx, id)) ?? row;
    }
  }

  return {
    ...examinationSteps({ times, now }, steps),
    settle: steps.settle,
    move,

    /**
     * In the caller's transaction: gives a referral a time, and returns the appointment. `actor` null: a patient with a link, who may
     * also book before the referral is accepted; it moves when it is.
     */
    async book(tx: Db, actor: Actor | null, id: string, slot: Slot): Promise<string> {
      const isWaiting = actor === null && (await lockSent(tx, id, isoNow(now)));
      const row = isWaiting ? await repo.findFlat(tx, id) : await move(tx, actor, id, 'book');
      if (!row) throw notFound(referralMessages.notFound());
      const owner = {
        name: `${row.first_name} ${row.last_name}`,
        phone: row.phone,
        referral_id: id,
        patient_id: row.patient_id,
      };
      const appointment = await times.place(tx, owner, slot);
      // An X-ray may have arrived while it was missed.
      if (row.checkup_id !== null) await steps.settle(tx, actor, row.checkup_id);
      return appointment;
    },

    /** In the caller's transaction: frees the time of a referral. */
    async unbook(tx: Db, actor: Actor | null, id: string): Promise<void> {
      if (!(await lockSent(tx, id, isoNow(now)))) await move(tx, actor, id, 'unbook');
      await times.release(tx, id);
    },

    /** In the transaction that inserts the referral: the first row of its history. */
    begin: (tx: Db, actor: Actor, id: string): Promise<void> =>
      steps.record(tx, {
        id,
        from: 'sent',
        to: 'sent',
        move: 'create',
        by: findMover(actor),
        actor,
      }),

    firstExpiry: () => steps.findExpiry('sent'),

    /** In the caller's transaction: locks an examination, always before its referral. */
    lockCheckup: repo.lockCheckup,

    /** Ends referrals whose time is over, before they are read. Returns how many. */
    async expire(): Promise<number> {
      let count = 0;
      for (;;) {
        const due = await repo.listDue(db, isoNow(now), BATCH_SIZE);
        if (due.length === 0) return count;
        await db.transaction().execute(async (tx) => {
          for (const { id, status: from, expires_at } of due) {
            const step = { id, from, to: 'expired', move: 'expire', by: 'system' } as const;
            if (!(await repo.advance(tx, { id, from, to: 'expired', expires_at: null }))) continue;
            await times.follow(tx, id, 'expired');
            await steps.record(tx, { ...step, actor: null, at: expires_at ?? isoNow(now) });
          }
        });
        count += due.length;
      }
    },
  };
}

/** In a transaction: whether it is sent at this time; it stays so until the commit. */
async function lockSent(tx: Db, id: string, at: string): Promise<boolean> {
  const row = await repo.findFlat(tx, id);
  if (row?.status !== 'sent' || (row.expires_at ?? '') <= at) return false;
  return repo.advance(tx, { id, from: 'sent', to: 'sent', expires_at: row.expires_at });
}

/** Writes single steps, and follows the X-rays. */
function referralSteps({ times, notifications, audit, now }: Omit<Deps, 'db'>) {
  const findExpiry = (state: ReferralState): string | null =>
    expiringStates.includes(state) ? iso(now() + REFERRAL_EXPIRY_DAYS * DAY) : null;

  async function record(tx: Db, { id, to, move, by, actor, reason = '', at }: Step): Promise<void> {
    // Another node, with a faster wall clock, may have written the step before.
    const [last] = await repo.findLastSteps(tx, id);
    await repo.insertHistory(tx, {
      id: newIdAfter(last?.id),
      referral_id: id,
      status: to,
      at: at ?? isoNow(now),
      role: by,
      person_id: actor?.personId ?? null,
      reason,
    });
    await audit.record(tx, by === 'system' ? null : actor, move, 'referral', id);
  }

  /** False where the referral is in another state by now. */
  async function take(tx: Db, partnerId: string, step: Step): Promise<boolean> {
    const { id, from, to } = step;
    if (!(await repo.advance(tx, { id, from, to, expires_at: findExpiry(to) }))) return false;
    await record(tx, step);
    await times.follow(tx, id, to);
    if (to in announced) {
      const kind = announced[to as keyof typeof announced];
      await notifications.notify(tx, { kind, objectId: id, partnerId });
    }
    return true;
  }

  async function takeOrFail(tx: Db, partnerId: string, step: Step): Promise<void> {
    if (!(await take(tx, partnerId, step))) throw new MoveConflict();
  }

  /** Follows the X-rays of an examination, which the caller has locked. */
  async function settle(tx: Db, actor: Actor | null, checkupId: string): Promise<void> {
    const hasXray = await repo.hasXray(tx, checkupId);
    for (;;) {
      const row = await repo.findBy(tx, 'checkup_id', checkupId);
      const next = row && findStepOfXrays(row.status, hasXray);
      if (!next) return;
      const isSystem = next.move === 'arrive';
      const by = isSystem ? 'system' : findMover(actor);
      const step = { ...next, id: row.id, from: row.status, by, actor: isSystem ? null : actor };
      // False: a booking or an expiry was faster, and the new state decides.
      await take(tx, row.partner_id, step);
    }
  }

  return { findExpiry, record, take, takeOrFail, settle };
}

/** A referral follows its examination. */
function examinationSteps(
  { times, now }: Pick<Deps, 'times' | 'now'>,
  { take, takeOrFail, settle }: ReturnType<typeof referralSteps>,
) {
  /** A booked referral whose time is taken by now is accepted. */
  async function findRestored(tx: Db, id: string, state: ReferralState): Promise<ReferralState> {
    return state === 'booked' && !(await times.restore(tx, id)) ? 'accepted' : state;
  }

  return {
    /** In the caller's transaction: a machine has begun the examination. Nothing happens where the state does not allow it. */
    async arrive(tx: Db, checkupId: string): Promise<void> {
      await repo.lockCheckup(tx, checkupId);
      const row = await repo.findBy(tx, 'checkup_id', checkupId);
      if (!row || (row.expires_at !== null && row.expires_at <= isoNow(now))) return;
      const { id, status: from, partner_id: partnerId } = row;
      const rule = findReferralMove('arrive', from, 'system');
      if (!rule || rule.to === 'previous') return;
      await take(tx, partnerId, {
        id,
        from,
        to: rule.to,
        move: 'arrive',
        by: 'system',
        actor: null,
      });
    },

    /** In the transaction that signs or withdraws a report of an examination, which the caller has locked. */
    async followReports(
      tx: Db,
      actor: Actor,
      checkupId: string,
      hasSigned: boolean,
    ): Promise<void> {
      const row = await repo.findBy(tx, 'checkup_id', checkupId);
      if (!row || (hasSigned && row.report_wanted === 0)) return;
      const name = hasSigned ? 'report' : 'withdraw-report';
      const rule = findReferralMove(name, row.status, 'staff');
      if (!rule || rule.to === 'previous') return;
      const { id, status: from, partner_id: partnerId } = row;
      await takeOrFail(tx, partnerId, { id, from, to: rule.to, move: name, by: 'staff', actor });
      // The last X-ray may have been removed meanwhile.
      await settle(tx, actor, checkupId);
    },

    /** In the transaction that deletes an examination. Throws MoveConflict where only staff may do that now. */
    async followDeletion(tx: Db, actor: Actor, checkupId: string): Promise<void> {
      const row = await repo.findBy(tx, 'checkup_id', checkupId);
      if (!row || !findReferralMove('delete', row.status, 'staff')) return;
      const by = findMover(actor);
      const rule = findReferralMove('delete', row.status, by);
      if (!rule || rule.to === 'previous') throw new MoveConflict();
      const { id, status: from, partner_id: partnerId } = row;
      const step = { id, from, to: rule.to, move: 'delete', by, actor, reason: CHECKUP_DELETED };
      await takeOrFail(tx, partnerId, step);
    },

    /** In the transaction that restores it, or a file of it. */
    async followRestoring(tx: Db, actor: Actor, checkupId: string): Promise<void> {
      const row = await repo.findBy(tx, 'checkup_id', checkupId);
      if (row?.status === 'cancelled') {
        const [last, previous] = await repo.findLastSteps(tx, row.id);
        if (previous && last?.reason === CHECKUP_DELETED)
          await takeOrFail(tx, row.partner_id, {
            id: row.id,
            from: 'cancelled',
            to: await findRestored(tx, row.id, previous.status),
            move: 'restore',
            by: findMover(actor),
            actor,
          });
      }
      await settle(tx, actor, checkupId);
    },
  };
}
