import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { call } from '../http/call.ts';
import type { Answer, EndpointPath } from '../http/endpoint-types.ts';
import { parseResponse, sendRequest } from '../http/transport.ts';
import { isRefused, refresh } from './session/access.ts';
import { departure } from './session/departure.ts';
import { joinOtherTab } from './session/join.ts';
import { readPerson } from './session/person.ts';
import { session } from './session/session.ts';
import type { Session } from './session/stored-session.ts';
import { trustedBrowser } from './session/trusted-browser.ts';

/** `otp`: a code of an authenticator app or a recovery code, where the account has a second factor. */
export type Secrets = { password: string; otp?: string; rememberMe: boolean };
type AdminCredentials = Secrets & { username: string };
type PartnerCredentials = Secrets & { email: string };

/** Milliseconds until the log-out request is aborted. */
const SIGN_OUT_LIMIT = 3000;

export function signInAdmin(credentials: AdminCredentials): Promise<void> {
  return signIn('admin', credentials, credentials.username);
}

export function signInPartner(credentials: PartnerCredentials): Promise<void> {
  return signIn('partner', credentials, credentials.email);
}

/**
 * Signs in. After a re-authentication the same user continues on the open page. For any other user the page is
 * removed before the session begins, and its waiting requests are dropped.
 */
async function signIn(
  role: Role,
  credentials: AdminCredentials | PartnerCredentials,
  login: string,
): Promise<void> {
  const { otp, ...usual } = credentials;
  const remembered = await trustedBrowser.read();
  const body = { ...usual, ...(otp && { otp }), device: remembered };
  const { tokens, device: token } = await call(`POST /api/${role}/auth/login`, { body });
  if (token !== undefined && token !== remembered) await trustedBrowser.save(token);
  const { ended, endedOf } = session.current();
  const isSamePerson = endedOf !== undefined && endedOf === readPerson(tokens.accessToken);
  if (!ended || (ended === role && isSamePerson)) {
    if (!ended) departure.forget();
    session.signIn(role, tokens, credentials.rememberMe, login);
    return;
  }
  departure.begin();
  session.clear(); // Requests that wait for the sign-in are refused.
  session.store(role, tokens.refreshToken, credentials.rememberMe, login);
  departure.finish(role === 'admin' ? portalPaths.adminDashboard : portalPaths.partnerDashboard);
}

/**
 * Ends the session in this browser immediately, then on the server; a server that does not respond cannot keep the
 * user signed in. Covers the page immediately; the caller decides the next address.
 */
export async function signOut(): Promise<void> {
  const former = session.current();
  departure.begin();
  session.clear();
  try {
    await endOnServer(former, AbortSignal.timeout(SIGN_OUT_LIMIT));
  } catch (error) {
    console.warn('The server could not be told of the log-out', error);
  }
}

/** Leaves a page whose session has ended: covers it and clears its data. */
export function abandonPage(address: string): void {
  departure.begin();
  session.clear();
  departure.finish(address);
}

async function endOnServer(
  { role, accessToken, refreshToken }: Session,
  signal: AbortSignal,
): Promise<void> {
  if (!role) return;
  const post = (path: EndpointPath<'POST'>, token: string) =>
    sendRequest(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      keepalive: true,
      credentials: 'same-origin',
      signal,
    });
  const answer = accessToken
    ? await post(`/api/${role}/auth/logout`, `${accessToken} type=access`)
    : { status: 401, ok: false, etag: null, text: '' };
  if (answer.status !== 401 || !refreshToken) {
    parseResponse(answer);
    return;
  }
  // The access token has run out while the page slept.
  const renewed = parseResponse(
    await post(`/api/${role}/auth/refresh-token`, `${refreshToken} type=refresh`),
  ) as Answer<'POST /api/admin/auth/refresh-token'>;
  parseResponse(await post(`/api/${role}/auth/logout`, `${renewed.accessToken} type=access`));
}

/** Whether this role is signed in. Tries only a refresh token of the role. Throws HttpError if the server is away. */
export async function isSignedInAs(role: Role): Promise<boolean> {
  if (session.current().role !== role && session.current().ended !== role) await joinOtherTab(role);
  const { role: current, accessToken, refreshToken, ended } = session.current();
  if (ended === role) return true; // the sign-in dialog is open above the page
  if (current !== role) return false;
  if (accessToken) return true;
  if (!refreshToken) return false;
  try {
    await refresh();
    return true;
  } catch (error) {
    console.warn('The session could not be renewed', error);
    if (!isRefused(error)) throw error;
    // Another tab has renewed the token since: the refusal was for an older one.
    session.adoptStored();
    if (session.current().refreshToken !== refreshToken) return isSignedInAs(role);
    session.clear();
    return false;
  }
}

/** `repeatPassword` stays in the form; only these two are sent. */
export function changeAdminPassword(passwords: { oldPassword: string; newPassword: string }) {
  return call('PUT /api/admin/auth/change-password', { body: passwords });
}
