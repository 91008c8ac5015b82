import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateAway } from '../../lib/history/navigate-away.ts';
import { later, stubServer } from '../../testing/server.ts';
import { accessTokenOf } from '../../testing/tokens.ts';
import { send } from '../http/http.ts';
import { queryClient } from '../http/query.ts';
import { signInAdmin, signInPartner, signOut } from './auth.ts';
import { enableReauthentication } from './session/access.ts';
import { departure } from './session/departure.ts';
import { session } from './session/session.ts';

const partner = { _id: 'p1', email: 'Aygun@klinika.az' } as Parameters<
  typeof session.storePartner
>[0];
const tokens = { accessToken: accessTokenOf('p1'), refreshToken: 'next' };

beforeEach(() => enableReauthentication(true));
afterEach(() => {
  enableReauthentication(false);
});

/** A partner whose session ended while a complaint was being sent. Then this user signs in. */
async function interrupted(next: string) {
  const signedInAgain = { ...tokens, accessToken: accessTokenOf(next) };
  const server = stubServer({
    'POST /api/partner/auth/login': { body: { tokens: signedInAgain } },
    'POST /api/partner/auth/refresh-token': { status: 401 },
    'POST /api/partner/misc/report': ({ headers }) =>
      headers.get('Authorization')?.includes(signedInAgain.accessToken) && sent
        ? { body: { sent: true } }
        : { status: 401 },
  });
  let sent = false;
  session.signIn('partner', { accessToken: accessTokenOf('p1'), refreshToken: 'old' }, true);
  session.storePartner(partner);
  const report = send('POST', '/api/partner/misc/report', { message: 'Salam' }).catch(
    (error) => error,
  );
  await vi.waitFor(() => expect(session.current().ended).toBe('partner'));
  sent = true;
  return { server, report, signedInAgain };
}

test('the same partner continues on the open page, with any spelling of the e-mail', async () => {
  const { report } = await interrupted('p1');
  queryClient.setQueryData(['list'], ['Nigar Hüseynova']);
  await signInPartner({ email: 'new@klinika.az', password: 'secret', rememberMe: false });
  expect(await report).toEqual({ sent: true });
  expect(queryClient.getQueryData(['list'])).toBeDefined();
  expect(navigateAway).not.toHaveBeenCalled();
});

test("another partner sends nothing of the first one's and gets a page of their own", async () => {
  const { server, report, signedInAgain } = await interrupted('p2');
  queryClient.setQueryData(['list'], ['Nigar Hüseynova']);
  await signInPartner({ email: 'elcin@klinika.az', password: 'secret', rememberMe: false });
  expect(await report).toMatchObject({ status: 401 });
  expect(server.to('/api/partner/misc/report')).toHaveLength(1);
  expect(departure.isLeaving()).toBe(true);
  expect(queryClient.getQueryData(['list'])).toBeUndefined();
  // This document has no session any more; the next one finds it stored.
  expect(session.current()).toEqual({});
  expect(sessionStorage.getItem('refreshToken')).toBe(signedInAgain.refreshToken);
  expect(navigateAway).toHaveBeenCalledWith('/partner/dashboard');
});

test('another member of staff gets a page of their own too', async () => {
  stubServer({
    'POST /api/admin/auth/login': {
      body: { tokens: { ...tokens, accessToken: accessTokenOf('b') } },
    },
  });
  session.signIn('admin', { accessToken: accessTokenOf('a'), refreshToken: 'old' }, false, 'admin');
  session.end();
  await signInAdmin({ username: 'reception', password: 'secret-1', rememberMe: false });
  expect(departure.isLeaving()).toBe(true);
  expect(navigateAway).toHaveBeenCalledWith('/admin/dashboard');
});

test('the page is gone before the server has heard of the log-out', async () => {
  const answer = later<object>();
  const server = stubServer({ 'POST /api/partner/auth/logout': () => answer.promise });
  session.signIn('partner', tokens, true);
  const signedOut = signOut();
  expect(departure.isLeaving()).toBe(true);
  expect(session.current()).toEqual({});
  expect(localStorage.length + sessionStorage.length).toBe(0);
  answer.resolve({});
  await signedOut;
  expect(server.requests[0]?.headers.get('Authorization')).toContain(tokens.accessToken);
});

test('a log-out with an access token that has run out ends the session on the server too', async () => {
  const server = stubServer({
    'POST /api/partner/auth/logout': ({ headers }) => ({
      status: headers.get('Authorization')?.includes('fresh') ? 200 : 401,
    }),
    'POST /api/partner/auth/refresh-token': { body: { accessToken: 'fresh' } },
  });
  session.signIn('partner', tokens, true);
  await signOut();
  expect(server.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
    'logout',
    'refresh-token',
    'logout',
  ]);
});

test('a log-out the server does not hear of signs out all the same', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  session.signIn('partner', tokens, true);
  session.storePartner(partner);
  await signOut();
  expect(session.current()).toEqual({});
  expect(localStorage.length).toBe(0);
  expect(warned).toHaveBeenCalledOnce();
});
