import {
  MAX_ALL_PIN_FAILURES,
  MAX_PIN_FAILURES,
  PIN_LOCK,
  PIN_WINDOW,
} from '@deqiq/contract/examinations/share-limits.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { TooManyError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { RateLimiter } from '../../../../platform/limits/rate-limiter.ts';
import { HOUR, iso, isoNow } from '../../../../platform/time.ts';
import type { NotificationsService } from '../../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import { createToken, hashToken, isPin } from '../share-secrets.ts';
import { findShareState } from '../share-state.ts';
import * as repo from './visits.repo.ts';

export interface OpeningDeps {
  db: Db;
  audit: Pick<AuditService, 'recordEntry'>;
  limits: RateLimiter;
  notifications: Pick<NotificationsService, 'notify'>;
  now: () => number;
}

/** Milliseconds for which a browser that has opened a share need not enter the PIN again. */
const VISIT_LIFETIME = 12 * HOUR;

/** Openings per share in the list; an older one ends. */
const MAX_VISITS = 200;

/** The visitor who opens a share, for the list of openings and the audit. */
export interface Origin {
  readonly address: string;
  readonly device: string | undefined;
}

/** The result of pressing the button. */
export type Opening =
  | { readonly kind: 'unknown' | 'ended' | 'missing' }
  /** `triesLeft`: until the next lock. */
  | { readonly kind: 'wrong'; readonly share: repo.FoundShare; readonly triesLeft: number }
  | { readonly kind: 'locked'; readonly share: repo.FoundShare; readonly until: string }
  | { readonly kind: 'opened'; readonly secret: string };

/** Counts a wrong PIN or opens a visit, in one transaction, so that concurrent attempts are counted too. */
export async function openShare(
  deps: OpeningDeps,
  token: string,
  pin: string,
  origin: Origin,
): Promise<Opening> {
  const { db, now } = deps;
  const wait = await deps.limits.consume(origin.address);
  if (wait > 0) throw new TooManyError(shareMessages.tooManyOpenings(), wait);
  const tokenHash = hashToken(token);
  // Without a transaction: unknown tokens must not wait for a writer.
  if (!(await repo.findByToken(db, tokenHash))) return { kind: 'unknown' };
  return db.transaction().execute(async (tx) => {
    const share = await repo.lockByToken(tx, tokenHash);
    if (!share) return { kind: 'unknown' };
    const state = findShareState(share, isoNow(now));
    if (state === 'locked' && share.locked_until)
      return { kind: 'locked', share, until: share.locked_until };
    if (state !== 'live') return { kind: 'ended' };
    if (share.pin_hash === null || isPin(token, pin, share.pin_hash))
      return openVisit(deps, tx, share, origin);
    if (pin === '') return { kind: 'missing' };
    return countFailure(deps, tx, share, origin);
  });
}

async function openVisit(
  { audit, now }: OpeningDeps,
  tx: Db,
  share: repo.FoundShare,
  { address, device }: Origin,
): Promise<Opening> {
  const secret = createToken();
  const at = isoNow(now);
  const lifetime = iso(now() + VISIT_LIFETIME);
  await repo.insertVisit(tx, {
    id: newId(),
    share_id: share.id,
    secret_hash: hashToken(secret),
    device: device ?? null,
    opened_at: at,
    downloads: 0,
    expires_at: lifetime < share.expires_at ? lifetime : share.expires_at,
  });
  await repo.removeOldVisits(tx, share.id, MAX_VISITS);
  await repo.update(tx, share.id, { openings: share.openings + 1, last_opened_at: at });
  await audit.recordEntry(tx, {
    action: 'open',
    object: 'share',
    objectId: share.id,
    address,
    result: 'ok',
    ...(device && { detail: device }),
  });
  return { kind: 'opened', secret };
}

async function countFailure(
  { audit, notifications, now }: OpeningDeps,
  tx: Db,
  share: repo.FoundShare,
  { address }: Origin,
): Promise<Opening> {
  const failures = [...(JSON.parse(share.failed_pins) as string[]), isoNow(now)];
  const windowStart = iso(now() - PIN_WINDOW);
  const recent = failures.filter((at) => at > windowStart).length;
  const isBlocked = failures.length >= MAX_ALL_PIN_FAILURES;
  const isLocked = recent >= MAX_PIN_FAILURES;
  const until = iso(now() + PIN_LOCK);
  await repo.update(tx, share.id, {
    failed_pins: JSON.stringify(failures),
    ...(isLocked && { locked_until: until }),
    ...(isBlocked && { ended_at: isoNow(now), end_reason: 'pin' as const }),
  });
  await audit.recordEntry(tx, {
    action: 'open',
    object: 'share',
    objectId: share.id,
    address,
    result: 'refused',
    detail: `wrong PIN, ${failures.length} of ${MAX_ALL_PIN_FAILURES}`,
  });
  // Once per share. The partner decides whether to end it.
  if ((isLocked || isBlocked) && share.created_by === 'partner')
    await notifications.notify(tx, {
      kind: 'share-locked',
      objectId: share.id,
      partnerId: share.partner_id,
    });
  if (isBlocked) return { kind: 'ended' };
  return isLocked
    ? { kind: 'locked', share, until }
    : { kind: 'wrong', share, triesLeft: MAX_PIN_FAILURES - recent };
}
