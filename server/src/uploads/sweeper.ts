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

/** An area to be swept, and how to tell which of its objects have an owner. */
export interface SweptArea {
  readonly area: Area;
  /** Whose bytes they are: the id of a row, from the part of the key behind the area. */
  readonly ownerOf?: (name: string) => string;
  /** Which of these ids have a row. */
  readonly known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** They can be made again: without an owner they go at once, however many they are. */
  readonly isDerived?: true;
}

interface Deps {
  storage: Storage;
  now: () => number;
}

/**
 * Removes bytes nobody will ask for: unfinished uploads after 24 hours, finished ones that no checkup took
 * over, files of removed rows, previews without their file. Answers how many objects went.
 */
export function sweeper({ db, ...deps }: Deps & { db: Db }) {
  const known = (ids: readonly string[]) => repo.knownFiles(db, ids);
  return sweepAreas(deps, [
    { area: 'files', known },
    { area: 'previews', known, isDerived: true },
  ]);
}

/** A sweep of these areas; see sweeper. */
export function sweepAreas({ storage, now }: Deps, areas: readonly SweptArea[]) {
  async function removeAll(entries: readonly StoredEntry[], untouchedSince?: number) {
    let removed = 0;
    for (const { key } of entries) {
      if (await storage.remove(key, untouchedSince)) removed += 1;
    }
    return removed;
  }

  /** Finished objects without a row, and how many have one. */
  async function orphansOf({ area, known, ownerOf = asIs }: SweptArea, before: number) {
    const orphans: StoredEntry[] = [];
    const stale: StoredEntry[] = [];
    let owned = 0;
    let batch: StoredEntry[] = [];
    const look = async () => {
      const owners = batch.map(({ key }) => ownerOf(key.slice(key.indexOf('/') + 1)));
      const wanted = await known(owners);
      const unwanted = batch.filter((_, index) => !wanted.has(owners[index] ?? ''));
      orphans.push(...unwanted);
      owned += batch.length - unwanted.length;
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

  async function sweepArea(swept: SweptArea, before: number, log: SweepLog): Promise<number> {
    const { orphans, stale, owned } = await orphansOf(swept, before);
    const old = orphans.filter((entry) => entry.touchedAt <= before);
    // More orphans than files looks like the wrong database, or a restored one: bytes are not made good again.
    if (!swept.isDerived && old.length > FEW && old.length > owned) {
      log.error({ orphans: old.length, owned }, 'most stored files have no row: none is removed');
      return removeAll(stale, before);
    }
    return (
      (await removeAll(stale, before)) +
      (swept.isDerived ? await removeAll(orphans) : await removeAll(old, before))
    );
  }

  return async function sweep(log: SweepLog): Promise<number> {
    const before = now() - KEPT;
    let removed = 0;
    for (const area of areas) removed += await sweepArea(area, before, log);
    if (removed > 0) log.info({ removed }, 'swept files that nobody owns');
    return removed;
  };
}

/** Milliseconds by which the wall clock may gain on the time that passes, between two sweeps. */
const GAIN = 60_000;

/**
 * Whether ages of files can be believed: not within a day after the wall clock was set forward, when what
 * somebody is uploading looks as old as what was given up.
 */
function agesAreTrue(now: () => number, uptime: () => number): () => boolean {
  let before = now() - uptime();
  let trueFrom = Number.NEGATIVE_INFINITY;
  return () => {
    const difference = now() - uptime();
    if (difference - before > GAIN) trueFrom = uptime() + KEPT;
    before = difference;
    return uptime() >= trueFrom;
  };
}

/** Clocks in milliseconds: the wall's, and one that nobody can set. */
interface Clocks {
  readonly now?: () => number;
  readonly uptime?: () => number;
}

/** Sweeps every hour until it is stopped; stopping waits for a sweep that is under way. */
export function sweepRegularly(
  sweep: (log: SweepLog) => Promise<number>,
  log: SweepLog,
  { now = Date.now, uptime = () => performance.now() }: Clocks = {},
) {
  let running: Promise<unknown> | undefined;
  const isTime = agesAreTrue(now, uptime);
  const timer = setInterval(() => {
    if (!isTime()) return;
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

const asIs = (name: string) => name;
