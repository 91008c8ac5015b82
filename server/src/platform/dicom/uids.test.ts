import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUid } from './uids.ts';

test('a UID has digits and dots, and at most 64 characters', () => {
  assert.ok(isUid('1.2.840.10008.1.1'));
  for (const text of ['', '1', '1..2', '1.2.', '../1.2', `1.${'2'.repeat(63)}`])
    assert.ok(!isUid(text));
});
