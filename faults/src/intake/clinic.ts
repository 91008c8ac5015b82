import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { type ChildProgram, startChild } from '@deqiq/testkit/process/child-process.ts';
import { CHECKOUT, ServerProcess } from '@deqiq/testkit/server-process.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { openNetwork } from './network.ts';

const INTAKE_KEY = 'a-key-that-intake-and-server-of-a-campaign-share';
const PROGRAM = join(CHECKOUT, 'server/src/commands/intake-command.ts');

export type Clinic = Awaited<ReturnType<typeof startClinic>>;

interface ClinicOptions {
  /** URL of a PostgreSQL database. Default: SQLite. */
  readonly url?: string | undefined;
  /** Additional settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server, an intake in front of it, and networks from the machines to the intake and from there to the server. */
export async function startClinic(folder: string, { url, settings }: ClinicOptions = {}) {
  const server = new ServerProcess({
    dataDir: join(folder, 'server'),
    url,
    env: { INTAKE_KEY, ...settings },
    logLevel: 'silent',
  });
  await server.restart();
  const { db, close: closeDatabase } = await openDatabase({ dataDir: server.dataDir, url });
  const toServer = await openNetwork(server.port);
  const intakeFolder = join(folder, 'intake');
  let port = 0;
  const startIntake = async (): Promise<ChildProgram> => {
    const child = startChild(PROGRAM, [], {
      DATA_DIR: intakeFolder,
      INTAKE_KEY,
      LOG_LEVEL: 'silent',
      DICOM_PORT: String(port),
      DICOM_CALLERS: '*@127.0.0.0/8',
      INTAKE_SERVER: `http://127.0.0.1:${toServer.port}`,
    });
    const [, found] = await child.waitForOutput(/127\.0\.0\.1:(\d+)/);
    port = Number(found);
    return child;
  };
  let intake = await startIntake();
  const toIntake = await openNetwork(port);

  return {
    /** Where machines connect. */
    port: toIntake.port,
    networks: [toServer, toIntake],
    /** A connection of the campaign. */
    db,
    signIn: () => new ApiClient(server.port).signIn(),
    serverUrl: `http://127.0.0.1:${server.port}`,
    async killIntake(): Promise<void> {
      await intake.end('SIGKILL');
      intake = await startIntake();
    },
    async killServer(): Promise<void> {
      await server.kill();
      await server.restart();
    },
    /**
     * Jobs about studies that are not done. Jobs that were interrupted often wait for up to an hour; they are brought forward, as
     * the hourly sweep does.
     */
    async countJobs(): Promise<number> {
      const kinds = ['pack-study', 'index-dicom'];
      await db
        .updateTable('jobs')
        .set((is) => ({ run_at: is.ref('due_at'), attempts: 0, failed_at: null }))
        .where('kind', 'in', kinds)
        .where('lease_token', 'is', null)
        .execute();
      return (await db.selectFrom('jobs').select('id').where('kind', 'in', kinds).execute()).length;
    },
    /** Files that were acknowledged and not forwarded. */
    countWaiting: async (): Promise<number> =>
      (await readdir(join(intakeFolder, 'intake-spool', 'waiting'))).length,
    async end(): Promise<void> {
      await intake.end('SIGKILL');
      for (const network of [toServer, toIntake]) await network.close();
      await server.kill();
      await closeDatabase();
    },
  };
}
