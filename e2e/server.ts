import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

export const ADMIN = { username: 'admin', password: 'admin-password' };

/** The real server as a process of its own, on a free port and an empty data folder. */
export class Server {
  readonly dataDir: string;
  #process: ChildProcess | undefined;
  #port = 0;

  readonly #settings: Record<string, string>;

  private constructor(dataDir: string, settings: Record<string, string>) {
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'deqiq-journey-')), settings);
    await server.restart();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts the process again on the same port and data; it must not be running. */
  async restart(): Promise<void> {
    this.#process = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
        DATABASE_URL: '',
        ...this.#settings,
      },
    });
    this.#port = await portOf(this.#process);
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    this.#process = undefined;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Waits for the line in which the server says where it listens. */
async function portOf(server: ChildProcess): Promise<number> {
  let said = '';
  const ended = once(server, 'exit').then(() => {
    throw new Error(`the server ended before it listened: ${said}`);
  });
  const listening = (async () => {
    for await (const text of server.stdout?.setEncoding('utf8') ?? []) {
      said += String(text);
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port) return Number(port);
    }
    throw new Error(`the server said nothing of a port: ${said}`);
  })();
  const port = await Promise.race([listening, ended]);
  ended.catch(() => {});
  // What it prints later must not fill the pipe.
  server.stdout?.resume();
  return port;
}
