// Runs the command of its arguments with TEST_DATABASE=postgres and one server for all its processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryFolder, startPostgres } from './databases/postgres.ts';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('usage: on-postgres.ts <command> [argument …]');

const existingUrl = process.env.TEST_DATABASE_URL;
const server = existingUrl
  ? { url: existingUrl, stop: async () => {} }
  : await startPostgres(memoryFolder());
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE: 'postgres', TEST_DATABASE_URL: server.url },
});
// A terminal sends its interrupt to the child too; the server must not end before the child.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');
await server.stop();
process.exitCode = typeof code === 'number' ? code : 1;
