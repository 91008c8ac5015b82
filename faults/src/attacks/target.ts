import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { INTAKE_KEY, type Intake, startIntake } from './intake.ts';

const PASSWORD = 'partner-password';

export interface TargetOptions {
  /** URL of a PostgreSQL database. Default: SQLite in `dataDir`. */
  readonly url?: string | undefined;
  /** Default: a folder for this target alone. */
  readonly dataDir?: string;
  /** Default: off, as in all campaigns. */
  readonly rateLimits?: 'on' | 'off';
  /** Additional settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A partner who is signed in. */
export interface SignedInPartner {
  readonly id: string;
  readonly login: { readonly email: string; readonly password: string };
  /** Sends requests with the partner's access token. */
  readonly client: ApiClient;
}

export type Target = Awaited<ReturnType<typeof startTarget>>;

/** Starts the server of a checkout in a separate process and signs in the first admin. */
export async function startTarget(
  checkout: string,
  folder: string,
  { url, dataDir = join(folder, randomUUID()), rateLimits = 'off', env }: TargetOptions = {},
) {
  let log = '';
  const server = await startServer({
    dataDir,
    url,
    checkout,
    env: { RATE_LIMITS: rateLimits, X_ACCEL_PREFIX: '', INTAKE_KEY, ...env },
    onOutput: (text) => {
      log = (log + text).slice(-100_000);
    },
  });
  const { child, port } = server;
  let isAlive = true;
  void child.ended.then(() => {
    isAlive = false;
  });
  const staff = await new ApiClient(port).signIn();
  let intake: Promise<Intake> | undefined;

  return {
    checkout,
    folder,
    port,
    pid: child.pid,
    dataDir,
    server,
    /** The first admin, signed in with the password of ADMIN. */
    staff,
    adminLogin: ADMIN,
    isAlive: () => isAlive,
    /** The last 100,000 characters of the server's output. */
    log: () => log,
    /** The intake in front of the server; the first caller starts it. */
    intake(): Promise<Intake> {
      intake ??= startIntake(checkout, `${dataDir}-intake`, port);
      return intake;
    },
    async end(signal?: NodeJS.Signals): Promise<void> {
      await (await intake?.catch(() => undefined))?.end();
      await child.end(signal);
    },

    /** Creates a partner and signs in. */
    async newPartner(): Promise<SignedInPartner> {
      const login = { email: `${randomUUID()}@example.az`, password: PASSWORD };
      const person = { firstName: 'Aytən', lastName: 'Məmmədova', birthDate: '1985-04-12' };
      const { partner } = await staff.call<{ partner: { _id: string } }>(
        'POST',
        '/api/admin/partners',
        { ...person, phone: '+994501234567', instagram: '@ayten', clinicName: 'Ağ Diş', ...login },
      );
      return {
        id: partner._id,
        login,
        client: await new ApiClient(port).signIn('partner', login),
      };
    },
  };
}
