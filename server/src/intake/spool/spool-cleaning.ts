import { HOUR } from '../../platform/time.ts';
import type { IntakeLog } from '../intake-log.ts';
import type { Spool } from './spool.ts';

/** Milliseconds between two removals of files that were refused long ago. */
const CLEANING_INTERVAL = HOUR;

interface CleaningDeps {
  readonly spool: Spool;
  readonly log: IntakeLog;
  readonly now: () => number;
}

/** Removes files that were refused long ago, now and then hourly. Returns a function that ends it. */
export async function startCleaning({ spool, log, now }: CleaningDeps): Promise<() => void> {
  const removeOldRejected = async () => {
    const files = await spool.removeOldRejected(now());
    if (files > 0) log.info('removed-rejected', { files });
  };
  await removeOldRejected();
  const timer = setInterval(
    () => removeOldRejected().catch((error) => log.warn('spool', { message: String(error) })),
    CLEANING_INTERVAL,
  ).unref();
  return () => clearInterval(timer);
}
