import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { unavailable } from '../../../platform/errors.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

const LOGIN = '/api/partner/auth/login';

/** More wrong passwords than an account may have before its sign-ins are delayed. */
const WRONG = 21;

test('a password that is reset while it is compared opens no session', async (t) => {
  let reset = async () => {};
  const { visitor, admin, addPartner, db } = await newWorld(t, {
    rateLimits: true,
    pause: () => reset(),
  });
  const { _id, email } = await addPartner();
  const send = (remoteAddress: string, password: string) =>
    visitor.send({ method: 'POST', url: LOGIN, remoteAddress, payload: { email, password } });
  for (let n = 0; n < WRONG; n += 1)
    (await send(`10.0.${Math.floor(n / 9)}.1`, 'wrong')).refused(401);
  reset = async () => {
    const change = { password: 'a new password' };
    (await admin.patch(`/api/admin/partners/${_id}/reset-password`, change)).ok();
  };
  (await send('198.51.100.1', PARTNER_PASSWORD)).refused(401);
  const sessions = db.selectFrom('sessions').select('id').where('person_id', '=', _id);
  assert.deepEqual(await sessions.execute(), []);
});

test('an attempt that was not compared is taken back before it is refused', async () => {
  let isCounted = true;
  const deps = {
    attempts: {
      assertAddress: async () => {},
      start: async () => async () => {
        await nextTick();
        isCounted = false;
      },
    },
    passwords: { verify: () => Promise.reject(unavailable('busy')) },
  } as unknown as SignInDeps;
  const login = {
    account: 'ayten',
    password: 'right',
    otp: '',
    rememberMe: false,
    device: { token: undefined, isWanted: false },
    from: { address: '192.0.2.1' },
  };
  await assert.rejects(
    signIn(deps, 'admin', login, async () => undefined),
    { status: 503 },
  );
  assert.equal(isCounted, false);
});
