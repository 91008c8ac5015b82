import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIntake } from '../../../server/src/intake/intake.ts';
import { intakeLog } from '../../../server/src/intake/intake-log.ts';
import { readIntakeConfig } from '../../../server/src/intake/intake-settings.ts';
import type { Timeouts } from '../../../server/src/platform/dimse/pdu-connection.ts';
import type { Ending } from '../world.ts';
import { stowReceiver } from './stow-receiver.ts';

export const INTAKE_KEY = 'a-key-of-the-tests-that-intake-and-server-share';

export interface IntakeOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly timeouts?: Timeouts;
  /** Default: a new one. */
  readonly spool?: string;
  /** Default: a receiver of the test. */
  readonly server?: string;
  readonly retriesRejected?: boolean;
  readonly lockWait?: number;
  readonly minIdle?: number;
  readonly slots?: Record<'slots' | 'slotsPerAddress' | 'slotsPerSender' | 'minWait', number>;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(t: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-intake-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An intake in this process that forwards to a receiver. */
export async function newIntake(
  t: Ending,
  { settings = {}, spool, server, ...options }: IntakeOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-intake-'));
  const receiver = await stowReceiver(t, INTAKE_KEY);
  const lines: string[] = [];
  const config = readIntakeConfig({
    DATA_DIR: folder,
    DICOM_PORT: '0',
    DICOM_CALLERS: '*@127.0.0.0/8',
    INTAKE_SPOOL: spool ?? join(folder, 'spool'),
    INTAKE_SERVER: server ?? receiver.url,
    ...settings,
  });
  const intake = await startIntake({
    config,
    key: INTAKE_KEY,
    log: intakeLog((line) => lines.push(line), { isSilent: false, now: Date.now }),
    onDone: receiver.check,
    backoff: { first: 5, max: 20 },
    ...options,
  });
  t.after(async () => {
    await intake.close();
    // Drafts of transfers that were cut off are being removed.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return {
    ...intake,
    receiver,
    lines,
    folder,
    spool: config.spool,
    /** Waits until this is true, after an instance is forwarded, refused or postponed. */
    onceDone: receiver.until,
  };
}
