import type { Role } from '@deqiq/contract/auth.ts';
import { HttpError } from '../http/http-error.ts';
import { answerOf, exchange } from '../http/transport.ts';
import { session } from './session.ts';

let refreshing: Promise<string> | undefined;
let somebodyAsks = false;

/** Says whether a screen stands ready to ask for sign-in when the session ends under somebody's hands. */
export function askWhenSessionEnds(asks: boolean): void {
  somebodyAsks = asks;
}

/** A new access token for the stored refresh token. Calls at the same time share one request. */
export function refresh(): Promise<string> {
  refreshing ??= requestToken().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function requestToken(): Promise<string> {
  const { role, refreshToken } = session.current();
  if (!role || !refreshToken) throw new HttpError('status', { status: 401 });
  const response = await exchange(`/api/${role}/auth/refresh-token`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${refreshToken} type=refresh` },
  });
  const { accessToken } = (await answerOf(response)) as { accessToken: string };
  // Signed out, or in anew, while the answer was on its way: it is nobody's any more.
  if (session.current().refreshToken !== refreshToken) {
    throw new HttpError('status', { status: 401 });
  }
  session.refreshed(accessToken);
  return accessToken;
}

/** Whether a refresh was refused for good. A lost connection or a restarting server is not the end of a session. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}

/** The access token for a request of this role; undefined when it goes out unsigned. */
export async function accessFor(role: Role): Promise<string | undefined> {
  const { accessToken, ended, role: current } = session.current();
  if (current === role) return accessToken ?? renew();
  return ended === role ? signedInAgain(role) : undefined;
}

/**
 * The token to repeat a request with after a 401. When the session is over for good, this waits for the
 * person to sign in over the page; undefined when nobody asks or they decline.
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
    // Ended or renewed by another tab meanwhile: the refusal was not for what is there now.
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
    const look = () => {
      const { ended, role: current, accessToken } = session.current();
      if (ended) return;
      stop();
      resolve(current === role ? accessToken : undefined);
    };
    const stop = session.subscribe(look);
    look();
  });
}
