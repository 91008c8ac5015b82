import * as authMessages from '@deqiq/messages/people/auth.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Actor, Identity } from '../../../../platform/http/identity.ts';
import { iso } from '../../../../platform/time.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import * as repo from '../sessions.repo.ts';
import type { SessionsService } from '../sessions.service.ts';
import type { Tokens } from '../tokens.service.ts';
import { advance, assess, type RefreshState } from './refresh-state.ts';
import type { RefreshTokens } from './refresh-tokens.ts';

interface Deps {
  db: Db;
  sessions: SessionsService;
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  audit: AuditService;
  now: () => number;
}

export type RefreshService = ReturnType<typeof refreshService>;

/** Refreshes access tokens. Refresh tokens stay the same, or rotate if the client requests it. */
export function refreshService(deps: Deps) {
  const { db, sessions, tokens, refreshTokens, audit, now } = deps;

  /** Ends the session of a reused token: a copy exists, and the legitimate holder is unknown. */
  async function endReused(identity: Identity, address: string): Promise<void> {
    const actor = { ...identity, address };
    await db.transaction().execute(async (tx) => {
      if (!(await sessions.endOwn(tx, actor, identity.sessionId))) return;
      const entry = { actor, action: 'reuse-refresh-token', object: 'session' } as const;
      await audit.recordEntry(tx, { ...entry, objectId: identity.sessionId, result: 'refused' });
    });
  }

  /** Compare-and-set loop, because concurrent requests of the same client change the state. */
  async function advanceState(sessionId: string, generation: number, rotates: boolean) {
    for (;;) {
      const row = await repo.findActivity(db, sessionId);
      if (!row) return undefined;
      const state = toState(row);
      if (assess(state, generation, now()) !== 'rotate') return state;
      const next = advance(state, generation, { rotates, now: now() });
      if (next === state || (await repo.advanceRefresh(db, row, toColumns(next)))) return next;
    }
  }

  return {
    /** The identity of a refresh token. A reused token ends its session. */
    async find(token: string, address: string): Promise<Identity | undefined> {
      const named = refreshTokens.verify(token);
      const identity = named
        ? await sessions.findLive(named.sessionId)
        : await sessions.findLiveByRefreshToken(token);
      if (!identity) return undefined;
      const refreshGeneration = named?.generation ?? 0;
      const row = await repo.findActivity(db, identity.sessionId);
      if (row && assess(toState(row), refreshGeneration, now()) === 'reused') {
        await endReused(identity, address);
        return undefined;
      }
      return { ...identity, refreshGeneration };
    },

    /** Returns a new access token. The refresh token stays valid unless the client requests a new one with `rotate`. */
    async refresh({ sessionId, role, personId, refreshGeneration = 0 }: Actor, rotate: boolean) {
      const accessToken = tokens.issue(sessionId, role, personId);
      if (!rotate && refreshGeneration === 0) return { accessToken };
      const state = await advanceState(sessionId, refreshGeneration, rotate);
      if (!state) throw new AppError('unauthenticated', 401, authMessages.signedOut());
      if (!rotate || !isSuccessor(state, refreshGeneration)) return { accessToken };
      const { generation } = state;
      return { accessToken, refreshToken: refreshTokens.issue({ sessionId, generation }) };
    },
  };
}

/** Whether the newest token replaces this one and was never used. */
const isSuccessor = (state: RefreshState, generation: number) =>
  state.previous === generation && state.usedAt === null;

const toMilliseconds = (at: string | null) => (at === null ? null : Date.parse(at));
const toInstant = (at: number | null) => (at === null ? null : iso(at));

const toState = (row: repo.ActivityRow): RefreshState => ({
  generation: row.refresh_generation,
  issuedAt: toMilliseconds(row.refresh_issued_at),
  usedAt: toMilliseconds(row.refresh_used_at),
  previous: row.refresh_previous,
  retired: row.refresh_retired,
  retiredAt: toMilliseconds(row.refresh_retired_at),
});

const toColumns = (state: RefreshState) => ({
  refresh_generation: state.generation,
  refresh_issued_at: toInstant(state.issuedAt),
  refresh_used_at: toInstant(state.usedAt),
  refresh_previous: state.previous,
  refresh_retired: state.retired,
  refresh_retired_at: toInstant(state.retiredAt),
});
