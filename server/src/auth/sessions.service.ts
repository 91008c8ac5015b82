import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Role } from '@deqiq/contract/auth.ts';
import type { Db } from '../db/tables.ts';
import type { TableVersions } from '../db/versions.ts';
import type { Identity } from '../http/identity.ts';
import * as repo from './sessions.repo.ts';

const HOUR = 60 * 60 * 1000;
const REMEMBERED = 30 * 24 * HOUR;
const UNREMEMBERED = 12 * HOUR;

/** Sessions kept in memory between changes of the tables they depend on. */
const KNOWN = 10_000;

interface Deps {
  db: Db;
  versions: TableVersions;
  /** Whether staff need a second factor. */
  requireStaffSecondFactor?: boolean;
  now?: () => number;
}

export type SessionsService = ReturnType<typeof sessionsService>;

/**
 * Sessions live in the database; a refresh token is a random value of which only the hash is kept.
 * Every request asks whether its session and person still exist. The answer is remembered until one of
 * their tables changes, in this process or another; where it is not certain that others' changes have
 * been heard of, the database is asked.
 */
export function sessionsService({
  db,
  versions,
  requireStaffSecondFactor = false,
  now = Date.now,
}: Deps) {
  const known = new Map<string, { identity: Identity; expiresAt: number }>();
  const currentVersion = versions.watch('sessions', 'admins', 'partners', 'second_factors');
  let knownVersion = '';

  const at = () => new Date(now()).toISOString();

  function remembered(id: string): Identity | undefined {
    if (!versions.isCurrent()) return undefined;
    const version = currentVersion();
    if (version !== knownVersion || known.size > KNOWN) known.clear();
    knownVersion = version;
    const entry = known.get(id);
    return entry && entry.expiresAt > now() ? entry.identity : undefined;
  }

  return {
    /** Who a session belongs to, where that is known for certain without asking the database. */
    remembered,

    /** Opens a session: 30 days when remembered, 12 hours otherwise. */
    async open(role: Role, personId: string, rememberMe: boolean) {
      const id = randomUUIDv7();
      const refreshToken = randomBytes(32).toString('base64url');
      await db.transaction().execute(async (tx) => {
        await repo.removeExpired(tx, at());
        await repo.insert(tx, {
          id,
          role,
          person_id: personId,
          refresh_hash: hashOf(refreshToken),
          remembered: rememberMe ? 1 : 0,
          created_at: at(),
          expires_at: new Date(now() + (rememberMe ? REMEMBERED : UNREMEMBERED)).toISOString(),
        });
      });
      return { sessionId: id, refreshToken };
    },

    /** Who a session belongs to, undefined when it has ended, expired, or its person is gone. */
    async live(sessionId: string): Promise<Identity | undefined> {
      await versions.catchUp();
      const identity = remembered(sessionId);
      if (identity) return identity;
      const version = knownVersion;
      const row = await repo.find(db, sessionId, at());
      if (!row) return undefined;
      const found = identityOf(row, requireStaffSecondFactor);
      // What was read belongs to the version seen before reading, never to a newer one.
      if (version === knownVersion)
        known.set(row.id, { identity: found, expiresAt: Date.parse(row.expires_at) });
      return found;
    },

    async liveByRefreshToken(token: string): Promise<Identity | undefined> {
      const row = await repo.findByRefreshHash(db, hashOf(token), at());
      return row && identityOf(row, requireStaffSecondFactor);
    },

    /** Sessions that have not run out. */
    async count(): Promise<Record<Role, number>> {
      const counts = { admin: 0, partner: 0 };
      for (const { role, count } of await repo.countByRole(db, at())) counts[role] = Number(count);
      return counts;
    },

    end: (sessionId: string) => repo.remove(db, sessionId),

    /** Inside the transaction that changes a password or removes a person. */
    endAll: (tx: Db, role: Role, personId: string, kept?: string) =>
      repo.removeOfPerson(tx, role, personId, kept),
  };
}

type LivingSession = NonNullable<Awaited<ReturnType<typeof repo.find>>>;

function identityOf(row: LivingSession, requireStaffSecondFactor: boolean): Identity {
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

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
