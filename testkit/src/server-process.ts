import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from './http/connection.ts';
import { ADMIN } from './logins.ts';
import { type ChildProgram, startChild } from './process/child-process.ts';

/** The root folder of this checkout. */
export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/** A data folder and, for PostgreSQL, the URL of its database. */
export interface DataLocation {
  readonly dataDir: string;
  readonly url?: string | undefined;
}

export interface ServerOptions extends Partial<DataLocation> {
  readonly logLevel?: string;
  /** Signs tokens and links. Default: the server creates one in dataDir. */
  readonly secret?: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The root folder of another checkout whose server is started instead of this one. */
  readonly checkout?: string;
  /** A program, with its arguments, that runs the server; see startChild. */
  readonly wrapper?: readonly string[];
  /** Receives all output of the process. */
  readonly onOutput?: (text: string) => void;
}

/** The product in a separate process, as `npm start` runs it. */
export class ServerProcess {
  readonly dataDir: string;
  readonly #options: ServerOptions;
  readonly #isTemporary: boolean;
  #child: ChildProgram | undefined;
  #port = 0;
  #startedIn = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#isTemporary = options.dataDir === undefined;
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'deqiq-server-'));
  }

  get child(): ChildProgram {
    if (!this.#child) throw new Error('the server is not running');
    return this.#child;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Milliseconds from the start of the process to its first response. */
  get startedIn(): number {
    return this.#startedIn;
  }

  /** Starts the process, again on the same port and data after kill or end. */
  async restart(): Promise<void> {
    const began = performance.now();
    const { checkout = CHECKOUT, wrapper, onOutput } = this.#options;
    const program = join(checkout, 'server/src/main.ts');
    this.#child = startChild(program, [], this.#environment(), wrapper, onOutput);
    const [, port] = await this.#child.waitForOutput(/http:\/\/localhost:(\d+)/);
    this.#port = Number(port);
    const first = new Connection(this.#port);
    const { status } = await first.get('/readyz');
    first.close();
    if (status !== 200) throw new Error(`the server is not ready: ${status}`);
    this.#startedIn = performance.now() - began;
  }

  /** Kills the process without a shutdown, like a crash. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.#child?.end(signal);
  }

  /** Kills the process and removes the data folder that was created for it. */
  async remove(): Promise<void> {
    await this.kill();
    if (this.#isTemporary) rmSync(this.dataDir, { recursive: true, force: true });
  }

  #environment(): NodeJS.ProcessEnv {
    const { url = '', logLevel = 'warn', secret = '', env } = this.#options;
    return {
      PORT: String(this.#port),
      HOST: '127.0.0.1',
      DATA_DIR: this.dataDir,
      DATABASE_URL: url,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      SESSION_SECRET: secret,
      RATE_LIMITS: 'off',
      LOG_LEVEL: logLevel,
      NODE_ENV: 'production',
      ...env,
    };
  }
}

/** Starts the server on a free port; without `dataDir` in a new, empty folder. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const server = new ServerProcess(options);
  await server.restart();
  return server;
}
