import { isDiskFull } from '../../../../platform/errors.ts';
import type { Visit } from '../../../../platform/http/identity.ts';
import { isoNow } from '../../../../platform/time.ts';
import { hashToken } from '../share-secrets.ts';
import { findShareState } from '../share-state.ts';
import { type Opening, type OpeningDeps, type Origin, openShare } from './openings.ts';
import * as repo from './visits.repo.ts';

export type { Opening } from './openings.ts';
export type { FoundShare } from './visits.repo.ts';

/** State of a share for the holder of this cookie. */
export type Access =
  | { readonly kind: 'unknown' | 'ended' }
  | { readonly kind: 'closed'; readonly share: repo.FoundShare; readonly lockedUntil?: string }
  | { readonly kind: 'open'; readonly share: repo.FoundShare; readonly visit: Visit };

export type VisitsService = ReturnType<typeof visitsService>;

/** Opens shares: tokens, PINs, and the sessions of browsers that have opened one. */
export function visitsService(deps: OpeningDeps) {
  const { db, now } = deps;

  return {
    /** Reads only: programs that fetch a preview of a link open nothing. */
    async find(token: string, secret: string | undefined): Promise<Access> {
      const share = await repo.findByToken(db, hashToken(token));
      if (!share) return { kind: 'unknown' };
      const state = findShareState(share, isoNow(now));
      if (state !== 'live' && state !== 'locked') return { kind: 'ended' };
      const visit =
        secret !== undefined &&
        (await repo.findBySecret(db, share.id, hashToken(secret), isoNow(now)));
      if (visit) return { kind: 'open', share, visit };
      const { locked_until } = share;
      return {
        kind: 'closed',
        share,
        ...(state === 'locked' && locked_until && { lockedUntil: locked_until }),
      };
    },

    /** Counts a wrong PIN or opens a visit. */
    open: (token: string, pin: string, origin: Origin): Promise<Opening> =>
      openShare(deps, token, pin, origin),

    /** The visit of a link to a file, if it may open that file now. */
    findForFile: (visitId: string, fileId: string): Promise<Visit | undefined> =>
      repo.findForFile(db, visitId, fileId, isoNow(now)),

    /** Adds one download to the list of shares. With a full disk only the audit has it. */
    async noteDownload({ id, share_id }: Visit): Promise<void> {
      try {
        await db.transaction().execute((tx) => repo.countDownload(tx, id, share_id));
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
    },
  };
}
