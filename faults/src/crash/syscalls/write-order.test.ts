import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrderViolations } from './write-order.ts';

const RENAME =
  '10 rename("/data/uploads/a", "/data/objects/files/0a2254f1-c571-7577-b8d0-9b517371b6fb") = 0';
const SYNC = '10 fsync(20</data/objects/files>) = 0';
const TO_DECODER = '9 write(19<UNIX-STREAM:[1->2]>, "{}", 2) = 2';
const RESPONSE =
  '9 writev(24<TCP:[127.0.0.1:1->127.0.0.1:2]>, [{iov_base="HTTP/1.1 200 OK"}], 1) = 9';

test('a response comes after the name of a file is durable; decoders may be written to before', () => {
  const find = (...lines: string[]) => findOrderViolations(lines.join('\n'), '/data');
  assert.deepEqual(find(RENAME, TO_DECODER, SYNC, RESPONSE), []);
  assert.deepEqual(find(RENAME, RESPONSE, SYNC), [
    'a response is sent while names of objects/files may still be lost with the power',
  ]);
  assert.deepEqual(find(RENAME, SYNC), ['no response is seen']);
});
