/**
 * Rotation of refresh tokens (OAuth 2.0 Security BCP, RFC 9700, section 4.14.2). Tokens of a session are
 * numbered; number 0 is the one of the sign-in.
 */
export interface RefreshState {
  /** The newest token. */
  readonly generation: number;
  /** When it was issued, in milliseconds; null for the token of the sign-in. */
  readonly issuedAt: number | null;
  /** When it was first used; null while it never was. */
  readonly usedAt: number | null;
  /** The token it replaced. */
  readonly previous: number | null;
  /** The token before that one, and when it was replaced in use. */
  readonly retired: number | null;
  readonly retiredAt: number | null;
}

/** Milliseconds in which a replaced token still gets an access token: other tabs read the new one late. */
const GRACE = 60_000;

/**
 * What a presented token may do: `rotate` (and refresh), `refresh` only, or nothing, because it was
 * replaced long ago and somebody has a copy of it.
 */
export function assess(state: RefreshState, generation: number, now: number) {
  if (generation === state.generation) return 'rotate';
  if (generation === state.previous) {
    // The answer with the new token may have been lost: nobody has used it.
    if (state.usedAt === null) return 'rotate';
    return now - state.usedAt <= GRACE ? 'refresh' : 'reused';
  }
  const isRecent =
    generation === state.retired && state.retiredAt !== null && now - state.retiredAt <= GRACE;
  return isRecent ? 'refresh' : 'reused';
}

/**
 * The state after a token that `assess` lets rotate was used; `rotates`: the client takes the next one.
 * Requests that race within the grace get the same token. A later repetition gets one of its own, so that
 * of two holders one is noticed.
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
