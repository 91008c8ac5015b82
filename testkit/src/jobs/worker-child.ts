/**
 * A worker in a process of its own: prints the attempt that it starts and then hangs, or ends itself with SIGKILL.
 * Arguments: `hang` or `die`, and by how many milliseconds its clock is ahead.
 */
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { jobQueue } from '../../../server/src/platform/jobs/job-queue.ts';
import { KIND, newHandler, writeEffect } from './queues.ts';

const [mode, ahead = '0'] = process.argv.slice(2);
const { DATA_DIR: dataDir = '', DATABASE_URL: url } = process.env;
const { db, versions } = await openDatabase({ dataDir, ...(url && { url }) });
const silent = () => {};
const queue = jobQueue({
  db,
  versions,
  log: { info: silent, warn: silent, error: silent },
  now: () => Date.now() + Number(ahead),
});
const handler = newHandler(
  async ({ attempt }) => {
    console.log(`attempt ${attempt}`);
    if (mode === 'die') process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
    return undefined;
  },
  {
    maxAttempts: 2,
    async onFailed(tx, { subject }, reason) {
      await writeEffect(subject, reason)(tx);
      console.log('failed');
    },
  },
);
queue.handle(KIND, handler);
queue.start();
setInterval(silent, 1_000);
