import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Answer, EndpointPath } from '../../http/endpoint-types.ts';
import { HttpError } from '../../http/http-error.ts';
import { parseResponse, sendRequest } from '../../http/transport.ts';
import { session } from './session.ts';
import { nextMessage, type TabMessage, tabs } from './tabs.ts';

let refreshing: Promise<string> | undefined;
let somebodyAsks = false;

/** Registers that a re-authentication dialog is mounted. */
export function enableReauthentication(asks: boolean): void {
  somebodyAsks = asks;
}

/** A new access token for the stored refresh token. Calls at the same time share one request, in all tabs. */
export function refresh(): Promise<string> {
  refreshing ??= oneTabAtATime(requestToken).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

const LOCK = 'deqiq-refresh';
/** Milliseconds to wait for another tab's refresh. A tab that hangs must not sign the others out. */
const LOCK_LIMIT = 10_000;
/** Milliseconds in which the token of the tab that came first arrives here. */
const HANDOVER_LIMIT = 200;

/** Browsers have Web Locks on secure origins only; without them each tab refreshes for itself. */
async function oneTabAtATime(request: () => Promise<string>): Promise<string> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return request();
  const stale = session.current().accessToken;
  const first = await locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? request() : undefined,
  );
  if (first !== undefined) return first;
  const isHandedOver = (message: TabMessage): message is TabMessage & { kind: 'renewed' } =>
    message.kind === 'renewed';
  const handedOver = nextMessage(isHandedOver, LOCK_LIMIT + HANDOVER_LIMIT);
  return locks
    .request(LOCK, { signal: AbortSignal.timeout(LOCK_LIMIT) }, async () => {
      await Promise.race([handedOver, nextMessage(isHandedOver, HANDOVER_LIMIT)]);
      const { accessToken } = session.current();
      return accessToken && accessToken !== stale ? accessToken : request();
    })
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'TimeoutError') return request();
      throw error;
    });
}

async function requestToken(): Promise<string> {
  session.adoptStored();
  const { role, refreshToken } = session.current();
  if (!role || !refreshToken) throw new HttpError('status', { status: 401 });
  const owner = session.person();
  // A tab's own session dies with the tab and may have been copied by "duplicate tab": its token stays the same.
  const rotates = session.isShared();
  const path: EndpointPath<'POST'> = `/api/${role}/auth/refresh-token`;
  const response = await sendRequest(path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${refreshToken} type=refresh`,
      ...(rotates ? { 'Content-Type': 'application/json' } : {}),
    },
    body: rotates ? JSON.stringify({ rotate: true }) : undefined,
  });
  const renewed = parseResponse(response) as Answer<'POST /api/admin/auth/refresh-token'>;
  if (session.current().refreshToken === refreshToken) {
    session.refreshed(renewed);
    const next = renewed.refreshToken ?? refreshToken;
    tabs.post({ ...renewed, kind: 'renewed', from: refreshToken, refreshToken: next });
  }
  // The user signed out before the response arrived, or the token belongs to another user now.
  const { accessToken } = session.current();
  if (!accessToken || (owner && session.person() !== owner)) {
    throw new HttpError('status', { status: 401 });
  }
  return accessToken;
}

/** Whether a refresh was refused permanently. A lost connection or a restarting server is not the end of a session. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}

/** The access token for a request of this role; undefined if it is sent without one. */
export async function accessFor(role: Role): Promise<string | undefined> {
  const { accessToken, ended, role: current } = session.current();
  if (current === role) return accessToken ?? renew();
  return ended === role ? signedInAgain(role) : undefined;
}

/**
 * The token for a retry after a 401. If the session has ended, waits for a re-authentication over the
 * page. Undefined if no dialog is mounted or the user declines.
 */
export async function renew(stale?: string): Promise<string | undefined> {
  const { role, ended, accessToken, refreshToken } = session.current();
  if (accessToken && accessToken !== stale) return accessToken;
  if (ended) return signedInAgain(ended);
  if (!role) return undefined;
  try {
    return await refresh();
  } catch (error) {
    if (!isRefused(error)) throw error;
    // Another tab has ended or renewed the session since: the refusal was for an older token.
    if (session.current().refreshToken !== refreshToken) return renew(stale);
    return signOutOrAsk(role);
  }
}

function signOutOrAsk(role: Role): Promise<string | undefined> | undefined {
  if (!somebodyAsks) {
    session.clear();
    return undefined;
  }
  session.end();
  return signedInAgain(role);
}

function signedInAgain(role: Role): Promise<string | undefined> {
  return new Promise((resolve) => {
    const check = () => {
      const { ended, role: current, accessToken } = session.current();
      if (ended) return;
      stop();
      resolve(current === role ? accessToken : undefined);
    };
    const stop = session.subscribe(check);
    check();
  });
}
