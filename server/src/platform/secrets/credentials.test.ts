import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordHasher } from './credentials.ts';

test('a flood of sign-ins gets 503; afterwards an unknown name is a wrong password again', async () => {
  const passwords = passwordHasher({ concurrency: 1, cost: { memoryCost: 8, timeCost: 1 } });
  const flood = Array.from({ length: 101 }, () => passwords.hash('a password'));
  await assert.rejects(passwords.verify(undefined, 'a password'), { status: 503 });
  await Promise.all(flood);
  assert.equal(await passwords.verify(undefined, 'a password'), false);
});

test('a flood of sign-ins from one network does not delay those from another', async () => {
  const passwords = passwordHasher({ concurrency: 1, cost: { memoryCost: 8, timeCost: 1 } });
  const stored = await passwords.hash('a password');
  let answered = 0;
  const flood = Array.from({ length: 100 }, async () => {
    await passwords.verify(stored, 'wrong', 'attacker');
    answered += 1;
  });
  assert.equal(await passwords.verify(stored, 'a password', 'doctor'), true);
  assert.ok(answered < 5, `${answered} answers of the flood came first`);
  await Promise.all(flood);
});
