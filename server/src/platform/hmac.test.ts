import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hmacSha256 } from './hmac.ts';

test('our signatures are those of node:crypto, for keys and messages of any length', () => {
  for (const keyLength of [0, 1, 32, 63, 64, 65, 200]) {
    const key = randomBytes(keyLength);
    const sign = hmacSha256(key);
    for (const length of [0, 1, 37, 63, 64, 65, 1_000]) {
      for (const message of [randomBytes(length), randomBytes(length)])
        assert.deepEqual(sign(message), createHmac('sha256', key).update(message).digest());
    }
  }
});
