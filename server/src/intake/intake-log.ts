import { errorCode } from '../platform/errors.ts';
import { isoNow, MINUTE } from '../platform/time.ts';

/** Fields of a line: AE titles, addresses, counts, file names of the spool. Never anything from a data set. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

export type IntakeLog = Readonly<
  Record<'info' | 'warn' | 'error', (event: string, fields?: LogFields) => void>
>;

/** Identical events that are printed within a minute; the rest are counted. */
const MAX_LINES = 20;
const INTERVAL = MINUTE;

/** Prints a JSON object per line. A flood of one event becomes a count: it neither fills the disk nor hides lines. */
export function intakeLog(
  print: (line: string) => void,
  { isSilent, now }: { readonly isSilent: boolean; readonly now: () => number },
): IntakeLog {
  const windows = new Map<string, { since: number; count: number }>();

  function isRepeated(event: string): boolean {
    const time = now();
    const window = windows.get(event);
    if (window && time - window.since < INTERVAL) {
      window.count += 1;
      return window.count > MAX_LINES;
    }
    if (window && window.count > MAX_LINES)
      print(JSON.stringify({ level: 'warn', event, omitted: window.count - MAX_LINES }));
    windows.set(event, { since: time, count: 1 });
    return false;
  }

  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      if (isRepeated(event)) return;
      print(JSON.stringify({ time: isoNow(now), level, event, ...fields }));
    };
  return { info: isSilent ? () => {} : write('info'), warn: write('warn'), error: write('error') };
}

/** Codes of the system, without paths. */
export const describeError = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.message : 'unknown error');
