import { MINUTE } from '../../../../platform/time.ts';
/**
 * Rotation of refresh tokens (OAuth 2.0 Security BCP, RFC 9700, section 4.14.2). Tokens of a session are
 * numbered; number 0 is the one of the sign-in.
 */
export interface RefreshState {
  /** The newest token. */
  readonly generation: number;
  /** When it was issued, in milliseconds; null for the token of the sign-in. */
  readonly issuedAt: number | null;
  /** When it was first used; null if never. */
  readonly usedAt: number | null;
  /** The token it replaced. */
  readonly previous: number | null;
  /** The token before the previous one, and when its successor was first used. */
  readonly retired: number | null;
  readonly retiredAt: number | null;
}

/** Milliseconds for which a replaced token still works, because other tabs receive the new one late. */
const GRACE = MINUTE;

/**
 * Returns the rights of a presented token: `rotate` (includes refresh), `refresh` only, or `reused`: it was replaced
 * long ago, so a copy exists.
 */
export function assess(state: RefreshState, generation: number, now: number) {
  if (generation === state.generation) return 'rotate';
  if (generation === state.previous) {
    // The new token was never used: the response with it may have been lost.
    if (state.usedAt === null) return 'rotate';
    return now - state.usedAt <= GRACE ? 'refresh' : 'reused';
  }
  const isRecent =
    generation === state.retired && state.retiredAt !== null && now - state.retiredAt <= GRACE;
  return isRecent ? 'refresh' : 'reused';
}

/**
 * The state after the use of a token for which `assess` returned `rotate`; `rotates`: the client requests the next one.
 * Concurrent requests within the grace period receive the same token. A later repetition receives another one, so
 * that the reuse by a second holder is detected.
 */
export function advance(
  state: RefreshState,
  generation: number,
  { rotates, now }: { rotates: boolean; now: number },
): RefreshState {
  const isNewest = generation === state.generation;
  const used = isNewest && state.usedAt === null ? { ...state, usedAt: now } : state;
  if (!rotates) return used;
  const isRace = !isNewest && state.issuedAt !== null && now - state.issuedAt <= GRACE;
  if (isRace) return state;
  const next = { generation: state.generation + 1, issuedAt: now, usedAt: null };
  if (!isNewest) return { ...state, ...next };
  const { previous, usedAt } = used;
  return { ...next, previous: generation, retired: previous, retiredAt: usedAt };
}
