import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../platform/db/tables.ts';
import * as repo from './devices.repo.ts';
import { hashToken } from './refresh-tokens.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Milliseconds after the last sign-in until a device expires. */
const LIFETIME = 180 * DAY;

/** Max devices per person; the least recently used is removed. */
const MAX_PER_PERSON = 20;

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type DevicesService = ReturnType<typeof devicesService>;

/**
 * Devices that people have signed in from, identified by a random token. The token cannot sign in. People who share a
 * computer share its token.
 */
export function devicesService({ db, now }: { db: Db; now: () => number }) {
  const at = () => new Date(now()).toISOString();

  return {
    /** The id of the device; undefined if this person has not signed in from it. */
    async find(role: Role, personId: string, token: string): Promise<string | undefined> {
      if (!TOKEN.test(token)) return undefined;
      return (await repo.find(db, { role, personId, hash: hashToken(token), at: at() }))?.id;
    },

    /** Remembers the device after a sign-in and returns its token. */
    async remember(role: Role, personId: string, presented: string | undefined): Promise<string> {
      return db.transaction().execute(async (tx) => {
        const isOurs =
          presented !== undefined &&
          TOKEN.test(presented) &&
          (await repo.isIssued(tx, hashToken(presented), at()));
        const token = isOurs ? presented : randomBytes(32).toString('base64url');
        await repo.upsert(tx, {
          id: randomUUIDv7(),
          role,
          person_id: personId,
          token_hash: hashToken(token),
          created_at: at(),
          expires_at: new Date(now() + LIFETIME).toISOString(),
        });
        await repo.prune(tx, { role, personId, max: MAX_PER_PERSON, at: at() });
        return token;
      });
    },
  };
}
