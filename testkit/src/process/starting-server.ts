import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { untilTrue } from '../jobs/queues.ts';
import { type CommandOptions, type CommandResult, startProgram } from './operator-command.ts';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** A server that may never be ready. */
export interface StartingServer {
  /** Where it listens, sooner or later. */
  readonly port: number;
  readonly ended: Promise<CommandResult>;
  /** The status of a path; 0 while nothing listens. */
  status(path: string): Promise<number>;
  /** Resolves when a path has this status. Throws when the server has ended. */
  untilStatus(path: string, status: number): Promise<void>;
  /** Asks it to shut down. Returns its exit code and output. */
  terminate(): Promise<CommandResult>;
}

/** Starts the server on a free port, and does not wait for it. */
export async function startWithoutWaiting(
  t: { after(cleanup: () => unknown): void },
  { env, ...location }: CommandOptions,
): Promise<StartingServer> {
  const port = await findFreePort();
  const settings = { PORT: String(port), LOG_LEVEL: 'silent', ...env };
  const { child, ended } = startProgram(MAIN, { ...location, env: settings }, []);
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const status = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => {});
    return reply?.status ?? 0;
  };
  return {
    port,
    ended,
    status,
    untilStatus: (path, expected) =>
      untilTrue(async () => {
        if (child.exitCode !== null) throw new Error(`the server ended: ${(await ended).text}`);
        return (await status(path)) === expected;
      }),
    terminate() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  if (typeof address !== 'object' || !address) throw new Error('a server has no port');
  return address.port;
}
