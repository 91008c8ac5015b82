import { randomBytes } from 'node:crypto';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';
import { DAY, HOUR, iso, isoNow } from '../../../platform/time.ts';
import * as ended from './ended-sessions.repo.ts';
import { hashToken } from './refresh/refresh-tokens.ts';
import type { SessionUses } from './session-uses.ts';
import * as repo from './sessions.repo.ts';

const REMEMBERED_LIFETIME = 30 * DAY;

const SHORT_LIFETIME = 12 * HOUR;

export interface Origin {
  readonly address: string;
  /** Browser and system, where the client names them. */
  readonly device?: string | undefined;
}

interface OpenDeps {
  readonly db: Db;
  readonly uses: SessionUses;
  readonly epoch: string;
  readonly now: () => number;
}

export async function openSession(
  { db, uses, epoch, now }: OpenDeps,
  role: Role,
  person: repo.Login,
  { rememberMe, from }: { readonly rememberMe: boolean; readonly from: Origin | undefined },
) {
  const id = newId();
  const refreshToken = randomBytes(32).toString('base64url');
  const idleBefore = uses.idleBefore();
  const isOpen = await db.transaction().execute(async (tx) => {
    if (!(await repo.lockLogin(tx, role, person))) return false;
    await ended.removeExpired(tx, isoNow(now));
    if (idleBefore !== undefined) await ended.removeUnused(tx, iso(idleBefore));
    await repo.insert(tx, {
      id,
      role,
      person_id: person.id,
      refresh_hash: hashToken(refreshToken),
      remembered: rememberMe ? 1 : 0,
      created_at: isoNow(now),
      expires_at: new Date(
        now() + (rememberMe ? REMEMBERED_LIFETIME : SHORT_LIFETIME),
      ).toISOString(),
      device: from?.device ?? null,
      address: from?.address ?? null,
      epoch,
    });
    return true;
  });
  return isOpen ? { sessionId: id, refreshToken } : undefined;
}
