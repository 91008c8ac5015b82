import type { Role, SignedIn } from '@deqiq/contract/auth.ts';
import { portalPaths } from '@deqiq/contract/paths.ts';
import { leaveTo } from '../lib/leave.ts';
import { http } from './http/http.ts';
import { queryClient } from './http/query.ts';
import { isRefused, refresh } from './session/access.ts';
import { session } from './session/session.ts';

type AdminCredentials = { username: string; password: string; rememberMe: boolean };
type PartnerCredentials = { email: string; password: string; rememberMe: boolean };

export function signInAdmin(credentials: AdminCredentials): Promise<void> {
  return signIn('admin', credentials);
}

/** Over a page that another partner has left standing, nothing of theirs is sent or shown any more. */
export async function signInPartner(credentials: PartnerCredentials): Promise<void> {
  const { ended, endedOf } = session.current();
  await signIn('partner', credentials, () => {
    if (ended !== 'partner' || isSame(endedOf, credentials.email)) return;
    session.clear(); // whatever waits for the sign-in is refused
    queryClient.clear();
    leaveTo(portalPaths.partnerDashboard);
  });
}

const isSame = (one: string | undefined, other: string) =>
  one?.trim().toLowerCase() === other.trim().toLowerCase();

async function signIn(
  role: Role,
  credentials: AdminCredentials | PartnerCredentials,
  before?: () => void,
) {
  const { tokens } = await http.post<SignedIn>(`/api/${role}/auth/login`, credentials);
  before?.();
  session.signIn(role, tokens, credentials.rememberMe);
}

/** Ends the session here and on the server; a server that does not answer keeps nobody signed in. */
export async function signOut(): Promise<void> {
  const { role } = session.current();
  const told =
    role && http.post(`/api/${role}/auth/logout`, undefined, { asIs: true, timeoutMs: 3000 });
  try {
    await told;
  } catch (error) {
    console.warn('The server could not be told of the log-out', error);
  } finally {
    session.clear();
    queryClient.clear();
  }
}

/** Whether somebody of this role is signed in. A stored refresh token is tried only if its role matches. */
export async function isSignedInAs(role: Role): Promise<boolean> {
  const { role: current, accessToken, refreshToken, ended } = session.current();
  if (ended === role) return true; // the sign-in dialog stands over the page
  if (current !== role) return false;
  if (accessToken) return true;
  if (!refreshToken) return false;
  try {
    await refresh();
    return true;
  } catch (error) {
    console.warn('The session could not be renewed', error);
    if (isRefused(error)) session.clear();
    return false;
  }
}

/** `repeatPassword` stays in the form; only these two are sent. */
export function changeAdminPassword(passwords: { oldPassword: string; newPassword: string }) {
  return http.put<{ message?: string } | undefined>('/api/admin/auth/change-password', passwords);
}
