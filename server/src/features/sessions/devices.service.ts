import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Role } from '@deqiq/contract/auth.ts';
import type { Db } from '../../platform/db/tables.ts';
import * as repo from './devices.repo.ts';
import { hashToken } from './refresh-tokens.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Milliseconds after the last sign-in for which a device stays known. */
const LIFETIME = 180 * DAY;

/** Devices of one person; past this the one used longest ago goes. */
const MAX_PER_PERSON = 20;

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type DevicesService = ReturnType<typeof devicesService>;

/**
 * Devices that people have signed in from. A device holds a random token, which is no proof of anything but
 * that: it signs nobody in. The same token may stand for several people who share a computer.
 */
export function devicesService({ db, now }: { db: Db; now: () => number }) {
  const at = () => new Date(now()).toISOString();

  return {
    /** The device's id, undefined when this person has not signed in from it. */
    async find(role: Role, personId: string, token: string): Promise<string | undefined> {
      if (!TOKEN.test(token)) return undefined;
      return (await repo.find(db, { role, personId, hash: hashToken(token), at: at() }))?.id;
    },

    /** After a sign-in: the device is known from now on. Answers the token that it keeps. */
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
