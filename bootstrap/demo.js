// npm run demo: the product with a throw-away data folder full of sample data, and logins to try it with.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';
import { pinnedNode, toolEnvironment } from './setup/node.js';
import { root } from './setup/root.js';

ensureInstalled();
ensureBuilt();

const dataDir = mkdtempSync(join(tmpdir(), 'deqiq-demo-'));
const port = process.env.PORT ?? '3000';
const environment = {
  ...process.env,
  PORT: port,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  ADMIN_USERNAME: 'admin',
  ADMIN_PASSWORD: `demo-${randomBytes(4).toString('hex')}`,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
};
startServer(environment, () => rmSync(dataDir, { recursive: true, force: true }));

// The host name of the server: another one would be another origin, without the session.
const baseUrl = `http://localhost:${port}`;
await ready();
console.log('Sample data is being made; the logins follow in about half a minute.');
spawn(pinnedNode(), ['samples/src/main.ts', baseUrl], {
  cwd: root,
  stdio: 'inherit',
  env: { ...toolEnvironment(), ...environment, PATH: toolEnvironment().PATH },
});

async function ready() {
  for (;;) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
