import { randomBytes } from 'node:crypto';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';
import { DAY, iso, isoNow } from '../../../platform/time.ts';
import { hashToken } from './refresh/refresh-tokens.ts';
import * as repo from './trusted-browsers.repo.ts';

/** Milliseconds after the last sign-in until a browser is no longer trusted. */
const LIFETIME = 180 * DAY;

/** Max browsers per person; the least recently used is removed. */
const MAX_PER_PERSON = 20;

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type TrustedBrowsersService = ReturnType<typeof trustedBrowsersService>;

/** Browsers of earlier sign-ins, by a random token, which cannot sign in. Users of one computer share it. */
export function trustedBrowsersService({ db, now }: { db: Db; now: () => number }) {
  return {
    /** The id of the browser; undefined if this person has not signed in from it. */
    async find(role: Role, personId: string, token: string): Promise<string | undefined> {
      if (!TOKEN.test(token)) return undefined;
      return (await repo.find(db, { role, personId, hash: hashToken(token), at: isoNow(now) }))?.id;
    },

    /** Remembers the browser after a sign-in and returns its token. */
    async remember(role: Role, personId: string, presented: string | undefined): Promise<string> {
      return db.transaction().execute(async (tx) => {
        const isOurs =
          presented !== undefined &&
          TOKEN.test(presented) &&
          (await repo.isIssued(tx, hashToken(presented), isoNow(now)));
        const token = isOurs ? presented : randomBytes(32).toString('base64url');
        await repo.upsert(tx, {
          id: newId(),
          role,
          person_id: personId,
          token_hash: hashToken(token),
          created_at: isoNow(now),
          expires_at: iso(now() + LIFETIME),
        });
        await repo.prune(tx, { role, personId, max: MAX_PER_PERSON, at: isoNow(now) });
        return token;
      });
    },
  };
}
