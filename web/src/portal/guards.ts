import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { isSignedInAs } from '../api/auth.ts';
import { session } from '../api/session/session.ts';

const NEXT = 'next';

/** The reason for a page not found. Staff whose session has just ended see a link to the sign-in. */
export type NotFoundReason = 'session-ended' | null;

/** Admin screens: everybody else sees the not-found screen, as if there were nothing. */
export async function adminsOnly(): Promise<null> {
  const wasAdmin = session.current().role === 'admin';
  if (await isSignedInAs('admin')) return null;
  const reason: NotFoundReason = wasAdmin ? 'session-ended' : null;
  throw data(reason, { status: 404 });
}

/** Partner screens: other users sign in first and return to the requested page. */
export async function partnersOnly({ request }: LoaderFunctionArgs): Promise<null> {
  if (await isSignedInAs('partner')) return null;
  throw redirect(signInBefore('partner', request.url));
}

/** Where one signs in; partners are led from there to the page at this address. */
export function signInBefore(role: Role, address: string): string {
  if (role === 'admin') return portalPaths.adminLogin;
  const { pathname, search } = new URL(address);
  const wanted = pathname + search;
  const query =
    wanted === portalPaths.partnerDashboard ? '' : `?${new URLSearchParams({ [NEXT]: wanted })}`;
  return portalPaths.partnerLogin + query;
}

/** Sign-in screens: redirects a user who is signed in. */
export function guestsOnly(role: Role) {
  return async ({ request }: LoaderFunctionArgs): Promise<null> => {
    if (!(await isSignedInAs(role))) return null;
    throw redirect(role === 'admin' ? portalPaths.adminDashboard : pageAfterSignIn(request.url));
  };
}

/** The partner page that was wanted before sign-in; never an address outside the partner area. */
export function pageAfterSignIn(address: string): string {
  const wanted = new URL(address).searchParams.get(NEXT) ?? '';
  const inside = wanted.startsWith('/partner/') && !wanted.includes('\\');
  return inside ? wanted : portalPaths.partnerDashboard;
}
