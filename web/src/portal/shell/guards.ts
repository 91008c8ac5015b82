import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { isSignedInAs } from '../../api/people/auth.ts';
import { session } from '../../api/people/session/session.ts';
import { findStartPage } from '../accounts/sign-in/start-page.ts';

const NEXT = 'next';

/** The reason for a page not found. Staff whose session has just ended see a link to the sign-in. */
export type NotFoundReason = 'session-ended' | null;

/** Admin screens: all other users get the not-found screen. */
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

/** The sign-in page of a role. After sign-in, partners return to the page at this address. */
export function signInBefore(role: Role, address: string): string {
  if (role === 'admin') return portalPaths.adminLogin;
  const { pathname, search } = new URL(address);
  const requested = pathname + search;
  const query =
    requested === portalPaths.partnerDashboard
      ? ''
      : `?${new URLSearchParams({ [NEXT]: requested })}`;
  return portalPaths.partnerLogin + query;
}

/** Sign-in screens: redirects a user who is signed in. */
export function guestsOnly(role: Role) {
  return async ({ request }: LoaderFunctionArgs): Promise<null> => {
    if (!(await isSignedInAs(role))) return null;
    throw redirect(role === 'admin' ? await findStartPage() : pageAfterSignIn(request.url));
  };
}

/** The partner page requested before sign-in. Never returns an address outside the partner area. */
export function pageAfterSignIn(address: string): string {
  const requested = new URL(address).searchParams.get(NEXT) ?? '';
  const inside = requested.startsWith('/partner/') && !requested.includes('\\');
  return inside ? requested : portalPaths.partnerDashboard;
}
