import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import type { Actor, Identity } from '../../../platform/http/identity.ts';
import { iso, isoNow } from '../../../platform/time.ts';
import { endProgramTokens } from '../../machines/program-tokens/program-tokens.service.ts';
import * as ended from './ended-sessions.repo.ts';
import { hashToken } from './refresh/refresh-tokens.ts';
import { sessionCache } from './session-cache.ts';
import { type Origin, openSession } from './session-opening.ts';
import { parseLastUse, sessionUses } from './session-uses.ts';
import * as repo from './sessions.repo.ts';
import * as trustedBrowsers from './trusted-browsers.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  /** Whether staff need a second factor. */
  requireStaffSecondFactor?: boolean;
  /** Of the secret, see `epochOf`; tests of sessions alone need none. */
  epoch?: string;
  /** Milliseconds after which an unused session ends; undefined: never. */
  idle?: number | undefined;
  now: () => number;
}

export type { Origin } from './session-opening.ts';

export type SessionsService = ReturnType<typeof sessionsService>;

/**
 * Sessions are rows; of a refresh token only the hash is stored. Every request checks whether its session and person
 * exist. The result is cached until one of their tables changes in any process. If this process may have missed a
 * change of another one, it queries the database.
 */
export function sessionsService({
  db,
  versions,
  requireStaffSecondFactor = false,
  epoch = '',
  idle,
  now,
}: Deps) {
  const uses = sessionUses({ db, now, idle });
  const cache = sessionCache({ versions, uses, now });

  return {
    /** The identity of a session if the cache is certainly current; otherwise undefined. */
    remembered: cache.find,

    /** Opens a session of 30 days or 12 hours. undefined if the password changed or the person may not sign in. */
    open: (role: Role, person: repo.Login, rememberMe: boolean, from?: Origin) =>
      openSession({ db, uses, epoch, now }, role, person, { rememberMe, from }),

    /** The identity of a session; undefined if it has ended or expired, or the person was removed. */
    async findLive(sessionId: string): Promise<Identity | undefined> {
      await versions.catchUp();
      const identity = cache.find(sessionId);
      if (identity) return identity;
      const version = cache.version();
      const row = await repo.find(db, sessionId, isoNow(now));
      if (!row || uses.isIdle(row.id, parseLastUse(row))) return undefined;
      const found = toIdentity(row, requireStaffSecondFactor);
      const expiresAt = Date.parse(row.expires_at);
      cache.add(row.id, { identity: found, expiresAt, usedAt: parseLastUse(row) }, version);
      return found;
    },

    /** The identity of the first refresh token of a session. */
    async findLiveByRefreshToken(token: string): Promise<Identity | undefined> {
      const row = await repo.findByRefreshHash(db, hashToken(token), isoNow(now));
      if (!row || uses.isIdle(row.id, parseLastUse(row))) return undefined;
      return toIdentity(row, requireStaffSecondFactor);
    },

    noteUse: (sessionId: string): void => uses.note(sessionId, cache.findLastUse(sessionId)),

    /** The sessions of the caller, last used first. */
    async listOwn({ role, personId, sessionId }: Identity) {
      const rows = await repo.listOfPerson(db, role, personId, isoNow(now));
      return rows
        .map((row) => ({ ...row, usedAt: uses.last(row.id, parseLastUse(row)) }))
        .filter((row) => !uses.isIdle(row.id, row.usedAt))
        .map((row) => presentSession(row, sessionId));
    },

    /** The number of sessions that have not expired, per role. */
    async count(): Promise<Record<Role, number>> {
      const counts = { admin: 0, partner: 0 };
      for (const { role, count } of await repo.countByRole(db, isoNow(now)))
        counts[role] = Number(count);
      return counts;
    },

    end: (sessionId: string) => ended.remove(db, sessionId),

    /** Ends one session of this person; false when there is none. */
    endOwn: (tx: Db, { role, personId }: Actor, id: string) =>
      ended.removeOwn(tx, { id, role, personId }),

    /** Ends the person's other sessions and returns their count. */
    endOthers: (tx: Db, { role, personId, sessionId }: Actor) =>
      ended.removeOfPerson(tx, role, personId, sessionId),

    /** Ends a person's sessions and programs and forgets the browsers, in the transaction of the caller. */
    async endOfPerson(tx: Db, role: Role, personId: string, exceptId?: string): Promise<void> {
      await ended.removeOfPerson(tx, role, personId, exceptId);
      await trustedBrowsers.removeOfPerson(tx, role, personId);
      await endProgramTokens(tx, role, personId);
    },

    /** Ends the sessions of staff and partners and returns their count. */
    endAllSessions: (tx: Db) => ended.removeAll(tx),

    /** At the start: ends sessions opened under another secret and returns their count. */
    endOtherEpochs: () => db.transaction().execute((tx) => ended.removeOtherEpochs(tx, epoch)),

    /** Stores the last uses; called when the process ends. */
    flush: uses.flush,
  };
}

type ListedSession = Awaited<ReturnType<typeof repo.listOfPerson>>[number];

type LiveSession = NonNullable<Awaited<ReturnType<typeof repo.find>>>;

function toIdentity(row: LiveSession, requireStaffSecondFactor: boolean): Identity {
  const { id, role, person_id, staff_role, confirmed_at } = row;
  const isMissingFactor = role === 'admin' && confirmed_at === null;
  return {
    role,
    personId: person_id,
    sessionId: id,
    ...(staff_role && { staffRole: staff_role }),
    ...(requireStaffSecondFactor && isMissingFactor && { mustEnrol: true }),
  };
}

const presentSession = (
  row: Omit<ListedSession, 'used_at'> & { readonly usedAt: number },
  currentId: string,
) => ({
  _id: row.id,
  device: row.device,
  address: row.address,
  createdAt: row.created_at,
  lastUsedAt: iso(row.usedAt),
  expiresAt: row.expires_at,
  current: row.id === currentId,
});
