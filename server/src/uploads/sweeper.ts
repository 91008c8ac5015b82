import type { Db } from '../db/tables.ts';
import type { Area, Storage, StoredEntry } from '../storage/storage.ts';
import * as repo from './uploads.repo.ts';

const HOUR = 60 * 60 * 1000;

/** Milliseconds bytes may lie without a row: unfinished, or finished and not taken over. */
const KEPT = 24 * HOUR;

/** Rows asked for at a time. */
const BATCH = 500;

/** Fewer orphans than this are removed whatever their share. */
const FEW = 20;

/** Where a sweep says what it did. */
export interface SweepLog {
  info(about: object, message: string): void;
  error(about: object, message: string): void;
}

interface Deps {
  db: Db;
  storage: Storage;
  now: () => number;
}

/**
 * Removes bytes nobody will ask for: unfinished uploads after 24 hours, finished ones that no checkup took
 * over, files of removed rows, previews without their file. Answers how many objects went.
 */
export function sweeper({ db, storage, now }: Deps) {
  async function removeAll(entries: readonly StoredEntry[], untouchedSince?: number) {
    let removed = 0;
    for (const { key } of entries) {
      if (await storage.remove(key, untouchedSince)) removed += 1;
    }
    return removed;
  }

  /** Finished objects without a row, and how many have one. */
  async function orphansOf(area: Area, before: number) {
    const orphans: StoredEntry[] = [];
    const stale: StoredEntry[] = [];
    let owned = 0;
    let batch: StoredEntry[] = [];
    const look = async () => {
      const known = await repo.knownFiles(db, batch.map(idOf));
      orphans.push(...batch.filter((entry) => !known.has(idOf(entry))));
      owned += known.size;
      batch = [];
    };
    for await (const entry of storage.list(area)) {
      if (entry.finished) batch.push(entry);
      else if (entry.touchedAt <= before) stale.push(entry);
      if (batch.length === BATCH) await look();
    }
    await look();
    return { orphans, stale, owned };
  }

  async function sweepArea(area: Area, before: number, log: SweepLog): Promise<number> {
    const { orphans, stale, owned } = await orphansOf(area, before);
    const old = orphans.filter((entry) => entry.touchedAt <= before);
    // More orphans than files looks like the wrong database, or a restored one: bytes are not made good again.
    if (area === 'files' && old.length > FEW && old.length > owned) {
      log.error({ orphans: old.length, owned }, 'most stored files have no row: none is removed');
      return removeAll(stale, before);
    }
    return (
      (await removeAll(stale, before)) +
      (area === 'files' ? await removeAll(old, before) : await removeAll(orphans))
    );
  }

  return async function sweep(log: SweepLog): Promise<number> {
    const before = now() - KEPT;
    const files = await sweepArea('files', before, log);
    const removed = files + (await sweepArea('previews', before, log));
    if (removed > 0) log.info({ removed }, 'swept files that nobody owns');
    return removed;
  };
}

/** Sweeps every hour until it is stopped; stopping waits for a sweep that is under way. */
export function sweepRegularly(sweep: (log: SweepLog) => Promise<number>, log: SweepLog) {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= sweep(log)
      .catch((error: unknown) => log.error({ err: error }, 'the sweep failed'))
      .finally(() => {
        running = undefined;
      });
  }, HOUR).unref();

  return async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  };
}

const idOf = ({ key }: StoredEntry) => key.slice(key.indexOf('/') + 1);
