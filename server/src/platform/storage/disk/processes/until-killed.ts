/** Run by disk.test.ts as a process: writes chunks until it is killed, and prints the acknowledged ones. */
import { createHash, randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { openDiskStorage } from '../disk.ts';

const storage = await openDiskStorage(process.argv[2] ?? '');
for (let count = 0; ; count += 1) {
  const number = count % 4 === 3 ? 0 : Math.floor(Math.random() * 20);
  const bytes = randomBytes(CHUNK_SIZE);
  writeSync(1, `${JSON.stringify({ number })}\n`);
  await storage.write('files/one', number, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeSync(1, `${JSON.stringify({ number, sha256 })}\n`);
}
