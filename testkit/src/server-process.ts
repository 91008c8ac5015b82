import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from './http/connection.ts';
import { type Child, startChild } from './process/child-process.ts';

export const ADMIN = { username: 'bench', password: 'bench-password' };

/** The root folder of this checkout. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Place {
  readonly dataDir: string;
  /** PostgreSQL; SQLite without it. */
  readonly url?: string | undefined;
  readonly logLevel?: string;
  /** What tokens and links are signed with; made in dataDir without it. */
  readonly secret?: string;
  /** Further settings, of the process rather than the product. */
  readonly env?: Readonly<Record<string, string>>;
  /** The root folder of another checkout whose server is started instead of ours. */
  readonly checkout?: string;
  /** What the process runs under; see startChild. */
  readonly under?: readonly string[];
  /** Gets all that the process prints. */
  readonly heard?: (text: string) => void;
}

/** The product in a process of its own, as `npm start` runs it. */
export interface Server {
  readonly child: Child;
  readonly port: number;
  /** Milliseconds from the start of the process to its first answer. */
  readonly startedIn: number;
}

export async function startServer({
  dataDir,
  url = '',
  logLevel = 'warn',
  secret = '',
  env = {},
  checkout = ROOT,
  under = [],
  heard,
}: Place): Promise<Server> {
  const began = performance.now();
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    SESSION_SECRET: secret,
    RATE_LIMITS: 'off',
    LOG_LEVEL: logLevel,
    NODE_ENV: 'production',
    ...env,
  };
  const child = startChild(join(checkout, 'server/src/main.ts'), [], settings, under, heard);
  const [, port] = await child.printed(/http:\/\/localhost:(\d+)/);
  const first = new Connection(Number(port));
  const { status } = await first.get('/readyz');
  first.close();
  if (status !== 200) throw new Error(`the server is not ready: ${status}`);
  return { child, port: Number(port), startedIn: performance.now() - began };
}

/** Speaks to a server as staff do, or as a partner who has signed in. */
export class Staff {
  readonly port: number;
  #token: string;

  /** With `token` of somebody who has signed in already, before a restart perhaps. */
  constructor(port: number, token = '') {
    this.port = port;
    this.#token = token;
  }

  async signIn(role: 'admin' | 'partner' = 'admin', login: object = ADMIN): Promise<this> {
    const answer = await this.call<{ tokens: { accessToken: string } }>(
      'POST',
      `/api/${role}/auth/login`,
      login,
    );
    this.#token = answer.tokens.accessToken;
    return this;
  }

  /** The header line a request is signed with. */
  get authorization(): string {
    return `Authorization: Bearer ${this.#token} type=access\r\n`;
  }

  get token(): string {
    return this.#token;
  }

  /** The body of a 200; throws Refused with everything else. */
  async call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token} type=access` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(response.status, text);
    return JSON.parse(text) as T;
  }
}

export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
  }
}
