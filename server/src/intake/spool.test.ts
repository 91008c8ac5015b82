import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';

/** Adds 10,000 bytes to the spool in the folder that is its argument. */
const ADD = `
  import { openSpool } from '${new URL('./spool.ts', import.meta.url)}';
  const spool = await openSpool(process.argv[1], () => 0);
  await spool.add([Buffer.alloc(5_000), Buffer.alloc(5_000)]);`;

test('an X-ray of which the disk takes only a part is not acknowledged', async (t) => {
  const folder = await temporaryFolder(t);
  // 16 blocks of 512 bytes: the system takes 3,192 bytes of the second chunk, and reports no error.
  const limited = ['-c', 'ulimit -f 16 && exec "$0" "$@"', process.execPath];
  const run = spawnSync('sh', [...limited, '--input-type=module', '-e', ADD, folder]);
  assert.match(run.stderr.toString(), /EFBIG/);
  for (const name of ['incoming', 'waiting']) assert.deepEqual(readdirSync(join(folder, name)), []);
});
