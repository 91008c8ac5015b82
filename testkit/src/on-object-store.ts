// Runs the command of its arguments with TEST_STORAGE_URL: an existing store, or Swift on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { missingPrograms, startSwift } from './object-store/swift.ts';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('usage: on-object-store.ts <command> [argument …]');

const missing = process.env.TEST_STORAGE_URL ? [] : missingPrograms();
if (missing.length > 0) {
  console.log(`skipped: set TEST_STORAGE_URL, or install the packages of ${missing.join(', ')}`);
} else {
  const existing = process.env.TEST_STORAGE_URL;
  const store = existing
    ? { url: existing, environment: {}, stop: async () => {} }
    : await startSwift();
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...store.environment, TEST_STORAGE_URL: store.url },
  });
  // A terminal sends its interrupt to the child too; the store must not end before the child.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  await store.stop();
  process.exitCode = typeof code === 'number' ? code : 1;
}
