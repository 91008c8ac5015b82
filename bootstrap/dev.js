// npm run dev: the product in development mode; a change builds what it must and starts the server again.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { spawnServer } from './server.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';
import { ensureMessages } from './setup/messages.js';
import { root } from './setup/root.js';

/** Milliseconds in which an editor's several writes count as one change. */
const SETTLE = 200;

ensureInstalled();
ensureBuilt();

const start = () => spawnServer({ ...process.env, NODE_ENV: 'development' });
let server = start();
/** @type {NodeJS.Timeout | undefined} */
let pending;

for (const folder of ['web', 'contract', 'server', 'messages'])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (/node_modules|\.test\.|^compiled/.test(file ?? '')) return;
    clearTimeout(pending);
    pending = setTimeout(restart, SETTLE);
  });

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    server.on('exit', () => process.exit(0));
    server.kill(signal);
  });

function restart() {
  const ended = server;
  ended.on('exit', () => {
    server = start();
  });
  try {
    ensureMessages({ orStop: false });
    ensureBuilt({ orStop: false });
  } catch (error) {
    // A failed build is reported; the next change builds again.
    console.error(String(error));
  }
  ended.kill('SIGTERM');
}
