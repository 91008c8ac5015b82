import { spawn } from 'node:child_process';
import { pinnedNode, toolEnvironment } from './setup/node.js';
import { root } from './setup/root.js';

/**
 * The server as a process of its own, on the pinned Node.
 * @param {NodeJS.ProcessEnv} environment
 */
export function spawnServer(environment) {
  return spawn(pinnedNode(), ['server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnvironment(), ...environment, PATH: toolEnvironment().PATH },
  });
}

/**
 * Runs the server, hands on the signals that end it, and ends as it ended.
 * @param {NodeJS.ProcessEnv} environment
 * @param {() => void} [afterwards]
 */
export function startServer(environment, afterwards = () => {}) {
  const server = spawnServer(environment);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  server.on('exit', (code, signal) => {
    afterwards();
    process.exit(code ?? (signal ? 1 : 0));
  });
  return server;
}
