import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/tables.ts';
import * as repo from './sessions.repo.ts';

const MINUTE = 60_000;

/** Milliseconds between two writes of the same session's last use. */
const WRITE_INTERVAL = 5 * MINUTE;

/** Sessions whose last use is in memory. */
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

/**
 * When sessions were last used. A use costs a map look-up; the database hears of it every few minutes,
 * because an unchanged poll must cost nothing.
 */
export function sessionUses({ db, now, idle }: Deps) {
  const uses = new LRUCache<string, Use>({ max: CACHE_SIZE });
  const pending = new Set<string>();
  // What the database knows may be this much behind another process.
  const writeInterval = idle === undefined ? WRITE_INTERVAL : Math.min(MINUTE, idle / 10);
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const ids = [...pending];
    pending.clear();
    if (ids.length === 0) return;
    await db.transaction().execute(async (tx) => {
      for (const id of ids) {
        const use = uses.get(id);
        if (!use) continue;
        use.storedAt = use.at;
        await repo.setUsed(tx, id, new Date(use.at).toISOString());
      }
    });
  }

  function writeSoon(id: string): void {
    pending.add(id);
    // A last use that cannot be written is written with the next one.
    writing ??= write()
      .catch(() => {})
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    /** Notes that the session is used now. */
    note(id: string, storedAt = 0): void {
      const at = now();
      const use = uses.get(id);
      if (use) use.at = at;
      else uses.set(id, { at, storedAt });
      const age = at - (use?.storedAt ?? storedAt);
      // A negative age is from before the clock was set back.
      if (age >= writeInterval || age < 0) writeSoon(id);
    },

    /** The last use, in milliseconds, of what is stored and what is in memory. */
    last: (id: string, stored: number): number => Math.max(stored, uses.get(id)?.at ?? 0),

    /** Whether nobody has used the session for longer than the setting allows. */
    isIdle(id: string, stored: number): boolean {
      if (idle === undefined) return false;
      return now() - Math.max(stored, uses.get(id)?.at ?? 0) > idle + writeInterval;
    },

    /** Before this instant a session's last use ends it; undefined without an idle end. */
    idleBefore: (): number | undefined =>
      idle === undefined ? undefined : now() - idle - writeInterval,

    /**
     * Writes what the database does not know yet; for the end of the process. A database that is gone by
     * then must not stop the shutdown: a last use that is minutes old is no loss.
     */
    async flush(): Promise<void> {
      await writing;
      for (const [id, { at, storedAt }] of uses) if (at > storedAt) pending.add(id);
      await write().catch(() => {});
    },
  };
}
