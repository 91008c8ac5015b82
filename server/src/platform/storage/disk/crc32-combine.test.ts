import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { crc32Combine } from './crc32-combine.ts';

test('two checksums combine to that of both texts, for any lengths', () => {
  for (const length of [0, 1, 2, 3, 255, 4_096, 65_537, 2_097_152, 3_000_001]) {
    const first = randomBytes(1_000);
    const second = randomBytes(length);
    const expected = crc32(Buffer.concat([first, second]));
    assert.equal(crc32Combine(crc32(first), crc32(second), length), expected, `length ${length}`);
  }
});
