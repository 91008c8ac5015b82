import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordHasher } from './credentials.ts';

test('a flood of sign-ins gets 503; afterwards an unknown name is a wrong password again', async () => {
  const passwords = passwordHasher({ concurrency: 1, cost: { memoryCost: 8, timeCost: 1 } });
  const flood = Array.from({ length: 501 }, () => passwords.hash('a password'));
  await assert.rejects(passwords.verify(undefined, 'a password'), { status: 503 });
  await Promise.all(flood);
  assert.equal(await passwords.verify(undefined, 'a password'), false);
});
