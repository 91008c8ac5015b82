import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorBody } from '@deqiq/contract/shared/errors.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { exchange, PATIENCE } from './requests/raw.ts';
import { findLeftovers, logOf } from './traces.ts';

export const SECRET = 'the campaign knows what tokens are signed with';
export const HOSTILE_PARTNER = {
  email: 'hostile@example.az',
  password: 'partner-password-of-nobody',
};

/** The name of a patient, which no log and no metric may contain. */
export const PATIENT = 'Sirlinigar';

/** Internals of the server that no response may contain. */
const INSIDE =
  /node_modules|\bnode:internal|\.ts:\d+|\n {4}at |SQLITE_|sqlite3?_|E(?:NOENT|ACCES|ISDIR|NOTDIR|INVAL|MFILE)\b|\/(?:work|home|tmp|opt|root|var)\/|TypeError|RangeError|SyntaxError|ReferenceError|stack"|select .{0,80} from /i;

/** A response, whatever the client that received it. */
export interface Received {
  readonly status: number;
  readonly body: string;
  /** Milliseconds. */
  readonly took: number;
}

export type TestBench = Awaited<ReturnType<typeof openTestBench>>;

/** The real server with signed-in clients, its output, and the secrets that the output must not contain. */
export async function openTestBench(folder: string) {
  const dataDir = join(folder, 'data');
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const findings: string[] = [];
  const find = (what: string) => {
    if (findings.length < 60) findings.push(what);
  };
  /** Texts that no log may contain; searched at the end of every block. */
  const secrets = new Set<string>();
  const log = logOf(secrets, find);
  const server: ServerProcess = await startServer({
    dataDir,
    secret: SECRET,
    logLevel: 'trace',
    env: { TMPDIR: temporary, X_ACCEL_PREFIX: '' },
    onOutput: log.heard,
  });
  const { port } = server;
  const staff = await new ApiClient(port).signIn();
  const person = { firstName: 'Aytən', lastName: 'Məmmədova', birthDate: '1985-04-12' };
  const more = { phone: '+994501234567', instagram: '@ayten', clinicName: 'Ağ Diş' };
  const fields = { ...person, ...more, ...HOSTILE_PARTNER };
  const { partner } = await staff.call<{ partner: { _id: string } }>(
    'POST',
    '/api/admin/partners',
    fields,
  );
  const colleague = await new ApiClient(port).signIn('partner', HOSTILE_PARTNER);
  for (const secret of [
    HOSTILE_PARTNER.password,
    HOSTILE_PARTNER.email,
    staff.token,
    colleague.token,
    PATIENT,
  ])
    secrets.add(secret);
  const uploads = new Set<string>();

  /** Checks the rules for every response: fast, no server error, no internals, the standard shape of errors. */
  function checkReply(what: string, { status, body, took }: Received, patience = PATIENCE): void {
    if (status >= 500) find(`${what}: ${status} ${body.slice(0, 200)}`);
    if (took > patience) find(`${what}: the answer took ${Math.round(took)} ms`);
    const inside = INSIDE.exec(body.replaceAll(/\/public\/uploads\/\S+/g, ''));
    if (inside && status >= 400) find(`${what}: the response contains "${inside[0]}"`);
    if (status >= 400 && body.startsWith('{') && !errorBody.safeParse(JSON.parse(body)).success)
      find(`${what}: not the shape of an error: ${body.slice(0, 200)}`);
  }

  async function ask(
    what: string,
    method: string,
    path: string,
    { patience = PATIENCE, ...init }: RequestInit & { patience?: number } = {},
  ) {
    const began = performance.now();
    const url = `http://127.0.0.1:${port}${path}`;
    const signal = AbortSignal.timeout(2 * patience);
    try {
      const answer = await fetch(url, { method, redirect: 'manual', signal, ...init });
      const body = await answer.text();
      const received = { status: answer.status, body, took: performance.now() - began };
      checkReply(what, received, patience);
      return { ...received, headers: answer.headers };
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      // Closing the connection on an unwanted body is a valid response too.
      if (name === 'TimeoutError') find(`${what}: neither answered nor disconnected`);
      else if (!/EPIPE|ECONNRESET|UND_ERR_SOCKET/.test(String(cause?.code))) throw error;
      return { status: 0, body: '', took: performance.now() - began, headers: new Headers() };
    }
  }

  /** Sends bytes on a separate socket; the server must answer or disconnect. */
  async function speak(
    what: string,
    ...options: Parameters<typeof exchange> extends [number, ...infer More] ? More : never
  ) {
    const received = await exchange(port, ...options);
    const { answers, closed, took } = received;
    const isWaiting = options[1]?.answers !== 0;
    if (isWaiting && !closed && answers.length === 0)
      find(`${what}: neither answered nor disconnected`);
    for (const { status, body } of answers) checkReply(what, { status, body, took });
    return received;
  }

  return {
    port,
    server,
    dataDir,
    staff,
    colleague,
    partnerId: partner._id,
    signed: { authorization: `Bearer ${staff.token} type=access` },
    asPartner: { authorization: `Bearer ${colleague.token} type=access` },
    findings,
    find,
    secrets,
    ask,
    look: checkReply,
    speak,

    /** Registers an upload with acknowledged chunks: its bytes may be stored. */
    acknowledged: (fileId: string) => uploads.add(fileId),

    /** After a block: the server responds, and there are no failures, leftovers or leaked secrets. */
    async settle(block: string): Promise<void> {
      const { status } = await ask(`${block}, afterwards`, 'GET', '/readyz');
      if (status !== 200) find(`${block}: /readyz returned ${status}`);
      await staff.call('GET', `/api/admin/checkups?name=${randomUUID()}`);
      log.read(block);
      for (const name of findLeftovers(dataDir, uploads))
        find(`${block}: ${name} belongs to no row`);
      for (const name of readdirSync(temporary))
        find(`${block}: a temporary file is left: ${name}`);
    },

    linesOfLog: log.lines,
    end: () => server.end(),
  };
}
