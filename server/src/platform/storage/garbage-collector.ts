import { DAY, HOUR, MINUTE } from '../time.ts';
import type { Area, Log, SetAsideArea, Storage, StoredEntry } from './storage.ts';

export type { Log };

/** Milliseconds after which unfinished objects, and finished ones without a row, are collected. */
const RETENTION = DAY;

/** Milliseconds for which finished objects without a row stay in the lost area. */
export const LOST_RETENTION = 30 * DAY;

/** Ids per query. */
const BATCH_SIZE = 500;

/** Up to this number, orphans are set aside even if they outnumber the others. */
const MIN_SUSPICIOUS = 20;

interface OwnedArea {
  /** The id of the owning row, from the name of an object; the name itself by default. */
  readonly ownerOf?: (name: string) => string;
  /** Returns those ids that have a row. */
  readonly findOwners: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** An area to sweep, and how to find the owners of its objects. */
export type CollectedArea = OwnedArea &
  (
    | { readonly area: SetAsideArea; readonly isDerived?: never }
    /** Derived objects can be created again, so all orphans are removed after a day. */
    | { readonly area: Area; readonly isDerived: true }
  );

export interface CollectorDeps {
  storage: Storage;
  now: () => number;
}

/**
 * Creates the sweep of these areas. It removes unfinished objects after 24 hours, sets finished ones without a row aside
 * for 30 days, and restores them when a row appears. It returns the number of objects removed or set aside.
 */
export function sweepAreas({ storage, now }: CollectorDeps, areas: readonly CollectedArea[]) {
  async function removeAll(entries: readonly StoredEntry[], untouchedSince?: number) {
    let removed = 0;
    for (const { key } of entries) {
      if (await storage.remove(key, untouchedSince)) removed += 1;
    }
    return removed;
  }

  /** Sets orphans aside, unless there are so many that the database may be the wrong one. */
  async function setAside(
    { area, orphans, owned }: { area: SetAsideArea; orphans: StoredEntry[]; owned: number },
    untouchedSince: number,
    log: Log,
  ): Promise<number> {
    const old = orphans.filter((entry) => entry.touchedAt <= untouchedSince);
    if (old.length > MIN_SUSPICIOUS && old.length > owned) {
      log.error({ orphans: old.length, owned }, 'most stored files have no row: none is set aside');
      return 0;
    }
    let count = 0;
    for (const entry of old)
      if (await storage.setAside(`${area}/${objectName(entry)}`, untouchedSince)) count += 1;
    if (count > 0) log.info({ area, count }, 'files without a row were set aside for 30 days');
    return count;
  }

  /** Restores objects that have a row again, and removes the others after 30 days. */
  async function sweepLost(target: OwnedArea, area: SetAsideArea, log: Log): Promise<number> {
    let removed = 0;
    let broughtBack = 0;
    const expired = now() - LOST_RETENTION;
    for await (const { entry, isOwned } of withOwners(storage.list(`lost/${area}`), target)) {
      if (isOwned && (await storage.bringBack(`${area}/${objectName(entry)}`))) broughtBack += 1;
      else if (entry.touchedAt <= expired && (await storage.remove(entry.key, expired)))
        removed += 1;
    }
    if (broughtBack > 0)
      log.info({ area, broughtBack }, 'files that were set aside were brought back');
    return removed;
  }

  async function sweepArea(
    target: CollectedArea,
    untouchedSince: number,
    log: Log,
  ): Promise<number> {
    const orphans: StoredEntry[] = [];
    const stale: StoredEntry[] = [];
    let owned = 0;
    for await (const { entry, isOwned } of withOwners(storage.list(target.area), target)) {
      if (!entry.finished) {
        if (entry.touchedAt <= untouchedSince) stale.push(entry);
      } else if (isOwned) owned += 1;
      else orphans.push(entry);
    }
    const removed = await removeAll(stale, untouchedSince);
    // A job may be about to publish what it has derived.
    if (target.isDerived) return removed + (await removeAll(orphans, untouchedSince));
    return (
      removed +
      (await sweepLost(target, target.area, log)) +
      (await setAside({ area: target.area, orphans, owned }, untouchedSince, log))
    );
  }

  return async function sweep(log: Log): Promise<number> {
    const untouchedSince = now() - RETENTION;
    let count = 0;
    for (const area of areas) count += await sweepArea(area, untouchedSince, log);
    if (count > 0) log.info({ count }, 'swept objects without a row');
    return count;
  };
}

/** Entries, and whether a row references them; unfinished ones have none. */
async function* withOwners(
  entries: AsyncIterable<StoredEntry>,
  { findOwners, ownerOf = (name) => name }: OwnedArea,
): AsyncGenerator<{ entry: StoredEntry; isOwned: boolean }> {
  let batch: StoredEntry[] = [];
  const resolveBatch = async () => {
    const finished = batch.filter((entry) => entry.finished);
    const rows = await findOwners(finished.map((entry) => ownerOf(objectName(entry))));
    const resolved = batch.map((entry) => ({
      entry,
      isOwned: entry.finished && rows.has(ownerOf(objectName(entry))),
    }));
    batch = [];
    return resolved;
  };
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length === BATCH_SIZE) yield* await resolveBatch();
  }
  yield* await resolveBatch();
}

/** The part of a key after its area. */
const objectName = ({ key }: StoredEntry): string => key.slice(key.lastIndexOf('/') + 1);

/** Milliseconds between two sweeps. */
export const SWEEP_INTERVAL = HOUR;

/** Max milliseconds that the wall clock may gain on the monotonic clock between two sweeps. */
const MAX_CLOCK_JUMP = MINUTE;

/**
 * Returns whether ages of files are reliable. For a day after the wall clock was set forward they are not: an upload in
 * progress looks as old as an abandoned one.
 */
function areAgesReliable(now: () => number, uptime: () => number): () => boolean {
  let previous = now() - uptime();
  let trueFrom = Number.NEGATIVE_INFINITY;
  return () => {
    const difference = now() - uptime();
    if (difference - previous > MAX_CLOCK_JUMP) trueFrom = uptime() + RETENTION;
    previous = difference;
    return uptime() >= trueFrom;
  };
}

/** Clocks in milliseconds: the wall clock, and a monotonic one. */
interface Clocks {
  readonly now?: () => number;
  readonly uptime?: () => number;
}

/** Sweeps once per SWEEP_INTERVAL until it is stopped. Stopping waits for a running sweep. */
export function sweepRegularly(
  sweep: (log: Log) => Promise<number>,
  log: Log,
  { now = Date.now, uptime = () => performance.now() }: Clocks = {},
) {
  let running: Promise<unknown> | undefined;
  const isTime = areAgesReliable(now, uptime);
  const timer = setInterval(() => {
    if (!isTime()) return;
    running ??= sweep(log)
      .catch((error: unknown) => log.error({ err: error }, 'the sweep failed'))
      .finally(() => {
        running = undefined;
      });
  }, SWEEP_INTERVAL).unref();

  return async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  };
}
