import { join } from 'node:path';
import { startChild } from '@deqiq/testkit/process/child-process.ts';

/** Every target has it, so that an intake can be started in front of it. */
export const INTAKE_KEY = 'a-key-that-intake-and-server-of-an-attack-share';

export type Intake = Awaited<ReturnType<typeof startIntake>>;

/** The intake of a checkout, in front of the server at a port. */
export async function startIntake(checkout: string, dataDir: string, serverPort: number) {
  const child = startChild(join(checkout, 'server/src/commands/intake-command.ts'), [], {
    DATA_DIR: dataDir,
    INTAKE_KEY,
    LOG_LEVEL: 'silent',
    DICOM_PORT: '0',
    DICOM_CALLERS: '*@127.0.0.0/8',
    INTAKE_SERVER: `http://127.0.0.1:${serverPort}`,
  });
  const [, port] = await child.waitForOutput(/127\.0\.0\.1:(\d+)/);
  return {
    port: Number(port),
    /** The folder of files that are acknowledged and not yet in the server. */
    waiting: join(dataDir, 'intake-spool/waiting'),
    end: () => child.end('SIGKILL'),
  };
}
