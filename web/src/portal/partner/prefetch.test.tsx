import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { session } from '../../api/people/session/session.ts';
import { checkupOf, listOf } from '../../testing/checkups.ts';
import { openPortal, rememberedAs } from '../../testing/portal.tsx';
import { later, type Reply, stubServer } from '../../testing/server.ts';

window.scrollTo = () => undefined;

const LIST = '/api/partner/misc/checkups';
const REFRESH = '/api/partner/auth/refresh-token';

test('the checkups are requested once, as soon as the session is renewed', async () => {
  const renewed = later<Reply>();
  const { to } = stubServer({
    [`POST ${REFRESH}`]: () => renewed.promise,
    [`GET ${LIST}`]: { body: listOf([checkupOf({ firstName: 'Nigar' })], 2, 11) },
  });
  rememberedAs('partner');
  openPortal('/partner/dashboard/rentgen?page=2');
  expect(to(LIST)).toEqual([]);
  renewed.resolve({ body: { accessToken: 'new' } });
  expect(await screen.findByText(/Nigar/)).toBeTruthy();
  expect(to(REFRESH)).toHaveLength(1);
  expect(to(LIST)).toHaveLength(1);
  expect(to(LIST)[0]?.query.get('page')).toBe('2');
});

test('nothing is requested without a session, or after it has ended', async () => {
  const { to } = stubServer({ [`POST ${REFRESH}`]: { status: 401, body: {} } });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  openPortal('/partner/dashboard/rentgen');
  await screen.findByRole('heading', { name: 'Hesaba giriş' });
  rememberedAs('partner');
  openPortal('/partner/dashboard/laboratory');
  await screen.findAllByRole('heading', { name: 'Hesaba giriş' });
  expect([...to(LIST), ...to('/api/partner/misc/labs')]).toEqual([]);
  expect(session.current()).toEqual({});
});
