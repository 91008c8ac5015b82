import type { AuditEntry } from './audit-entry.ts';

interface Tally {
  readonly entry: AuditEntry;
  repeats: number;
}

/**
 * Limits rows of frequent events: within a window the first event of a key is written immediately, and its repeats
 * share one row when the window ends. `period` names the window in that row. Keys beyond `maxKeys` per window share one
 * counter without a person, so that an attacker cannot fill the disk with rows.
 */
export function auditTally(
  write: (entry: AuditEntry) => void,
  { windowMs, period, maxKeys }: { windowMs: number; period: string; maxKeys: number },
) {
  let tallies = new Map<string, Tally>();
  let overflow = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWindow(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { entry, repeats } of tallies.values())
      if (repeats > 0)
        write({ ...entry, detail: `${detailPrefix(entry)}${repeats} more ${period}` });
    const [first] = tallies.values();
    if (first && overflow > 0) {
      const { action, result } = first.entry;
      write({ action, object: 'various', result, detail: `${overflow} more ${period}` });
    }
    tallies = new Map();
    overflow = 0;
  }

  return {
    note(key: string, entry: AuditEntry): void {
      timer ??= setTimeout(endWindow, windowMs).unref();
      const existing = tallies.get(key);
      if (existing) existing.repeats += 1;
      else if (tallies.size >= maxKeys) overflow += 1;
      else {
        tallies.set(key, { entry, repeats: 0 });
        write(entry);
      }
    },

    /** Writes the counted repeats; also called when the process ends. */
    endWindow,
  };
}

const detailPrefix = ({ detail }: AuditEntry): string =>
  detail === undefined ? '' : `${detail}, `;
