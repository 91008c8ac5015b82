import type { AuditEntry } from './audit.service.ts';

/** Keys counted in one window. More are counted together, so that no attacker fills the disk with rows. */
const MAX_KEYS = 60;

interface Counted {
  readonly entry: AuditEntry;
  repeats: number;
}

/**
 * Rows for what may happen thousands of times: the first of a key within a window gets its row at once, all
 * repeats share one row when the window ends. `period` names the window in that row.
 */
export function auditTally(
  write: (entry: AuditEntry) => void,
  { windowMs, period }: { windowMs: number; period: string },
) {
  let counted = new Map<string, Counted>();
  let rest = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWindow(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { entry, repeats } of counted.values())
      if (repeats > 0) write({ ...entry, detail: `${labelOf(entry)}${repeats} more ${period}` });
    const [first] = counted.values();
    if (first && rest > 0) {
      const { action, result } = first.entry;
      write({ action, object: 'various', result, detail: `${rest} more ${period}` });
    }
    counted = new Map();
    rest = 0;
  }

  return {
    note(key: string, entry: AuditEntry): void {
      timer ??= setTimeout(endWindow, windowMs).unref();
      const before = counted.get(key);
      if (before) before.repeats += 1;
      else if (counted.size >= MAX_KEYS) rest += 1;
      else {
        counted.set(key, { entry, repeats: 0 });
        write(entry);
      }
    },

    /** Writes what was counted; for the end of the process. */
    endWindow,
  };
}

const labelOf = ({ detail }: AuditEntry): string => (detail === undefined ? '' : `${detail}, `);
