import { startChild } from '../process/child-process.ts';
import type { Ending } from '../world.ts';
import { INTAKE_KEY } from './intake.ts';

const PROGRAM = new URL('../../../server/src/commands/intake-command.ts', import.meta.url);

export interface IntakeProcessOptions {
  /** Contains the spool. */
  readonly dataDir: string;
  /** Where it forwards to. */
  readonly server: string;
  /** Default: a free one. */
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The intake as `npm run intake` runs it. */
export async function startIntakeProcess(
  t: Ending,
  { dataDir, server, port = 0, settings = {} }: IntakeProcessOptions,
) {
  let output = '';
  const child = startChild(
    PROGRAM,
    [],
    {
      DATA_DIR: dataDir,
      DICOM_PORT: String(port),
      DICOM_CALLERS: '*@127.0.0.0/8',
      INTAKE_SERVER: server,
      INTAKE_KEY: INTAKE_KEY,
      ...settings,
    },
    [],
    (text) => {
      output += text;
    },
  );
  t.after(() => child.end('SIGKILL'));
  const [, listening] = await child.waitForOutput(/127\.0\.0\.1:(\d+)/);
  return { child, port: Number(listening), output: () => output };
}
