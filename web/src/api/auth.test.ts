import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveTo } from '../lib/leave.ts';
import { stubServer } from '../testing/server.ts';
import { signInPartner, signOut } from './auth.ts';
import { http } from './http/http.ts';
import { askWhenSessionEnds } from './session/access.ts';
import { session } from './session/session.ts';

vi.mock('../lib/leave.ts', () => ({ leaveTo: vi.fn() }));

const partner = { _id: 'p1', email: 'Aygun@klinika.az' } as Parameters<
  typeof session.storePartner
>[0];
const tokens = { accessToken: 'new', refreshToken: 'next' };

beforeEach(() => askWhenSessionEnds(true));
afterEach(() => {
  askWhenSessionEnds(false);
  vi.mocked(leaveTo).mockClear();
});

/** A partner whose session has ended while a complaint was on its way. */
async function interrupted() {
  const server = stubServer({
    'POST /api/partner/auth/login': { body: { tokens } },
    'POST /api/partner/auth/refresh-token': { status: 401 },
    'POST /api/partner/misc/report': ({ headers }) =>
      headers.get('Authorization')?.includes('new') ? { body: { sent: true } } : { status: 401 },
  });
  session.signIn('partner', { accessToken: 'old', refreshToken: 'old' }, true);
  session.storePartner(partner);
  const report = http
    .post('/api/partner/misc/report', { message: 'Salam' })
    .catch((error) => error);
  await vi.waitFor(() => expect(session.current().ended).toBe('partner'));
  return { server, report };
}

test('the same partner goes on where they were', async () => {
  const { report } = await interrupted();
  await signInPartner({ email: ' aygun@klinika.az', password: 'secret', rememberMe: false });
  expect(await report).toEqual({ sent: true });
  expect(leaveTo).not.toHaveBeenCalled();
});

test("another partner sends nothing of the first one's and gets a page of their own", async () => {
  const { server, report } = await interrupted();
  await signInPartner({ email: 'elcin@klinika.az', password: 'secret', rememberMe: false });
  expect(await report).toMatchObject({ status: 401 });
  expect(server.to('/api/partner/misc/report')).toHaveLength(1);
  expect(session.current()).toEqual({ role: 'partner', ...tokens });
  expect(leaveTo).toHaveBeenCalledWith('/partner/dashboard');
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
