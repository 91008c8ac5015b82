import type { Db } from '../../../platform/db/tables.ts';
import { growingCache } from '../../../platform/limits/growing-cache.ts';
import { iso, MINUTE } from '../../../platform/time.ts';
import * as repo from './sessions.repo.ts';

/** Milliseconds between two writes of the same session's last use. */
const WRITE_INTERVAL = 5 * MINUTE;

/** Max sessions whose last use is in memory. */
const CACHE_SIZE = 20_000;

interface Use {
  at: number;
  storedAt: number;
}

interface Deps {
  db: Db;
  now: () => number;
  /** Milliseconds after which an unused session ends; undefined: never. */
  idle: number | undefined;
}

export type SessionUses = ReturnType<typeof sessionUses>;

/** Tracks the last use of sessions in memory and writes it every few minutes, so that a poll is a map look-up. */
export function sessionUses({ db, now, idle }: Deps) {
  const uses = growingCache<Use>(CACHE_SIZE);
  const pending = new Set<string>();
  // The database may be this far behind another process.
  const writeInterval = idle === undefined ? WRITE_INTERVAL : Math.min(MINUTE, idle / 10);
  let writing: Promise<void> | undefined;

  /** Writes pending uses, also those that are added during the write. */
  async function write(): Promise<void> {
    while (pending.size > 0) {
      const ids = [...pending];
      pending.clear();
      const stored = new Map<Use, number>();
      await db.transaction().execute(async (tx) => {
        for (const id of ids) {
          const use = uses.get(id);
          if (!use) continue;
          stored.set(use, use.at);
          await repo.setUsed(tx, id, iso(use.at));
        }
      });
      for (const [use, at] of stored) use.storedAt = at;
    }
  }

  function writeSoon(id: string): void {
    pending.add(id);
    // If the write fails, the next use triggers another one.
    writing ??= write()
      .catch(() => {})
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    note(id: string, storedAt = 0): void {
      const at = now();
      const use = uses.get(id);
      if (use) use.at = at;
      else uses.set(id, { at, storedAt });
      const age = at - (use?.storedAt ?? storedAt);
      // A negative age means that the clock was set back.
      if (age >= writeInterval || age < 0) writeSoon(id);
    },

    /** The last use in milliseconds, stored or in memory. */
    last: (id: string, stored: number): number => Math.max(stored, uses.get(id)?.at ?? 0),

    /** Whether the session was unused for longer than the setting allows. */
    isIdle(id: string, stored: number): boolean {
      if (idle === undefined) return false;
      return now() - Math.max(stored, uses.get(id)?.at ?? 0) > idle + writeInterval;
    },

    /** Sessions last used before this instant have ended; undefined without an idle limit. */
    idleBefore: (): number | undefined =>
      idle === undefined ? undefined : now() - idle - writeInterval,

    /** Writes pending uses when the process ends. An unavailable database must not block the shutdown. */
    async flush(): Promise<void> {
      await writing;
      for (const [id, { at, storedAt }] of uses) if (at > storedAt) pending.add(id);
      await write().catch(() => {});
    },
  };
}

/** When a session was used last, by its row: milliseconds since 1970. */
export const parseLastUse = (row: { used_at: string | null; created_at: string }) =>
  Date.parse(row.used_at ?? row.created_at);
