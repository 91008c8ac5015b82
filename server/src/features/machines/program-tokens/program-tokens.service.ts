import { createHash, randomBytes } from 'node:crypto';
import {
  MAX_PROGRAM_TOKENS,
  type ProgramToken,
  type ProgramTokenCreated,
  type ProgramTokenFields,
} from '@deqiq/contract/machines/program-tokens.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as programTokenMessages from '@deqiq/messages/machines/program-tokens.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor, Identity, Reauthenticate } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { DAY, iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './program-tokens.repo.ts';

/** Recognised by programs that search for leaked secrets. */
const PREFIX = 'deqiq-program-';

/** Milliseconds between two writes of the last use. */
const USE_INTERVAL = 5 * MINUTE;

interface Deps {
  db: Db;
  audit: Pick<AuditService, 'record'>;
  reauthenticate: Reauthenticate;
  requireStaffSecondFactor: boolean;
  now: () => number;
}

export type ProgramTokensService = ReturnType<typeof programTokensService>;

/** Tokens with which programs read the studies of a person: hashed, with an end, for DICOMweb only. */
export function programTokensService(deps: Deps) {
  const { db, audit, now } = deps;
  return {
    list: async (actor: Actor): Promise<ProgramToken[]> =>
      (await repo.list(db, actor, isoNow(now))).map(present),

    create: (actor: Actor, fields: ProgramTokenFields) => create(deps, actor, fields),

    /** Throws 404 where the person has no such token. */
    async revoke(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await repo.removeOwn(tx, actor, id, isoNow(now))))
          throw notFound(programTokenMessages.notFound());
        await audit.record(tx, actor, 'revoke', 'program-token', id);
      });
      return { message: programTokenMessages.revoked() };
    },

    /** Whether a bearer token is one of a program; it may be invalid. */
    isProgramToken: (token: string): boolean => token.startsWith(PREFIX),

    /** The person whose token this is; undefined if it has ended or expired, or the person may not sign in. */
    authenticate: (token: string) => authenticate(deps, token),
  };
}

/** The token is in this answer only. */
async function create(
  { db, audit, reauthenticate, now }: Deps,
  actor: Actor,
  { name, days, password }: ProgramTokenFields,
): Promise<ProgramTokenCreated> {
  await reauthenticate(actor, password);
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const created = now();
  const at = iso(created);
  const row: repo.TokenRow = {
    id: newId(),
    role: actor.role,
    person_id: actor.personId,
    name,
    token_hash: hashToken(token),
    token_end: token.slice(-4),
    created_at: at,
    expires_at: iso(created + days * DAY),
    last_used_at: null,
  };
  await db.transaction().execute(async (tx) => {
    await repo.removeExpired(tx, at);
    if ((await repo.list(tx, actor, at)).length >= MAX_PROGRAM_TOKENS)
      throw conflict(programTokenMessages.tooMany({ max: MAX_PROGRAM_TOKENS }));
    await repo.insert(tx, row);
    await audit.record(tx, actor, 'create', 'program-token', row.id);
  });
  return {
    programToken: present(row),
    token,
    message: programTokenMessages.created(),
  };
}

async function authenticate(
  { db, requireStaffSecondFactor, now }: Deps,
  token: string,
): Promise<Identity | undefined> {
  const at = isoNow(now);
  const row = await repo.findByHash(db, hashToken(token), at);
  if (!row) return undefined;
  if (now() - Date.parse(row.last_used_at ?? '1970-01-01') > USE_INTERVAL)
    await repo.setUsed(db, row.id, at);
  const isMissingFactor = row.role === 'admin' && row.confirmed_at === null;
  return {
    role: row.role,
    personId: row.person_id,
    sessionId: row.id,
    ...(requireStaffSecondFactor && isMissingFactor && { mustEnrol: true }),
  };
}

/** Ends all tokens of a person: with the password, the second factor or the account. */
export const endProgramTokens = (tx: Db, role: Role, personId: string): Promise<void> =>
  repo.removeOfPerson(tx, { role, personId });

/** A fast hash is enough for 256 random bits. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const present = (row: repo.TokenRow): ProgramToken => ({
  _id: row.id,
  name: row.name,
  tokenEnd: row.token_end,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});
