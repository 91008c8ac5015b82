/** A server process whose decoder hangs; the test kills the server. Prints the process id of the decoder. */
import { hostilePool, waitUntil } from './hostile-pool.ts';

const pool = hostilePool({ after: () => {} });
const job = pool.run('verify', {}, Buffer.from('hang'), { client: 'a' });
await waitUntil(() => pool.pids().length > 0);
console.log(pool.pids()[0]);
await job;
