import type { Area, SetAsideArea, Storage, StoredEntry } from './storage.ts';

const HOUR = 60 * 60 * 1000;

/** Milliseconds bytes may lie without a row: unfinished, or finished and not taken over. */
const RETENTION = 24 * HOUR;

/** Milliseconds for which finished objects without a row are kept in the lost area. */
export const LOST_RETENTION = 30 * 24 * HOUR;

/** Rows asked for at a time. */
const BATCH_SIZE = 500;

/** Fewer orphans than this are set aside whatever their share. */
const MIN_SUSPICIOUS = 20;

/** Where a sweep says what it did. */
export interface Log {
  info(about: object, message: string): void;
  error(about: object, message: string): void;
}

interface OwnedArea {
  /** Whose bytes they are: the id of a row, from the part of the key behind the area. */
  readonly ownerOf?: (name: string) => string;
  /** Which of these ids have a row. */
  readonly findOwners: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** An area to be swept, and how to tell which of its objects have an owner. */
export type CollectedArea = OwnedArea &
  (
    | { readonly area: SetAsideArea; readonly isDerived?: never }
    /** They can be made again: without an owner they are removed at once, however many they are. */
    | { readonly area: Area; readonly isDerived: true }
  );

export interface CollectorDeps {
  storage: Storage;
  now: () => number;
}

/**
 * A sweep of these areas: removes unfinished objects after 24 hours, sets finished ones without a row aside for
 * 30 days, and brings them back when a row appears. Returns how many objects were removed or set aside.
 */
export function sweepAreas({ storage, now }: CollectorDeps, areas: readonly CollectedArea[]) {
  async function removeAll(entries: readonly StoredEntry[], untouchedSince?: number) {
    let removed = 0;
    for (const { key } of entries) {
      if (await storage.remove(key, untouchedSince)) removed += 1;
    }
    return removed;
  }

  /** Sets finished objects without a row aside, unless they are so many that the database may be wrong. */
  async function setAside(
    { area, orphans, owned }: { area: SetAsideArea; orphans: StoredEntry[]; owned: number },
    before: number,
    log: Log,
  ): Promise<number> {
    const old = orphans.filter((entry) => entry.touchedAt <= before);
    if (old.length > MIN_SUSPICIOUS && old.length > owned) {
      log.error({ orphans: old.length, owned }, 'most stored files have no row: none is set aside');
      return 0;
    }
    let count = 0;
    for (const entry of old)
      if (await storage.setAside(`${area}/${objectName(entry)}`, before)) count += 1;
    if (count > 0) log.info({ area, count }, 'files without a row were set aside for 30 days');
    return count;
  }

  /** What was set aside comes back when a row leads to it again, and is removed after 30 days. */
  async function sweepLost(swept: OwnedArea, area: SetAsideArea, log: Log): Promise<number> {
    let [removed, broughtBack] = [0, 0];
    const expired = now() - LOST_RETENTION;
    for await (const { entry, isOwned } of withOwners(storage.list(`lost/${area}`), swept)) {
      if (isOwned && (await storage.bringBack(`${area}/${objectName(entry)}`))) broughtBack += 1;
      else if (entry.touchedAt <= expired && (await storage.remove(entry.key, expired)))
        removed += 1;
    }
    if (broughtBack > 0) log.info({ area, broughtBack }, 'files that were set aside are back');
    return removed;
  }

  async function sweepArea(swept: CollectedArea, before: number, log: Log): Promise<number> {
    const orphans: StoredEntry[] = [];
    const stale: StoredEntry[] = [];
    let owned = 0;
    for await (const { entry, isOwned } of withOwners(storage.list(swept.area), swept)) {
      if (!entry.finished) {
        if (entry.touchedAt <= before) stale.push(entry);
      } else if (isOwned) owned += 1;
      else orphans.push(entry);
    }
    const removed = await removeAll(stale, before);
    if (swept.isDerived) return removed + (await removeAll(orphans));
    return (
      removed +
      (await sweepLost(swept, swept.area, log)) +
      (await setAside({ area: swept.area, orphans, owned }, before, log))
    );
  }

  return async function sweep(log: Log): Promise<number> {
    const before = now() - RETENTION;
    let count = 0;
    for (const area of areas) count += await sweepArea(area, before, log);
    if (count > 0) log.info({ count }, 'swept objects that no row leads to');
    return count;
  };
}

/** Entries with whether a row leads to them; unfinished ones have none. */
async function* withOwners(
  entries: AsyncIterable<StoredEntry>,
  { findOwners: known, ownerOf = identity }: OwnedArea,
): AsyncGenerator<{ entry: StoredEntry; isOwned: boolean }> {
  let batch: StoredEntry[] = [];
  const owners = async () => {
    const finished = batch.filter((entry) => entry.finished);
    const rows = await known(finished.map((entry) => ownerOf(objectName(entry))));
    const found = batch.map((entry) => ({
      entry,
      isOwned: entry.finished && rows.has(ownerOf(objectName(entry))),
    }));
    batch = [];
    return found;
  };
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length === BATCH_SIZE) yield* await owners();
  }
  yield* await owners();
}

/** The part of a key behind its area. */
const objectName = ({ key }: StoredEntry): string => key.slice(key.lastIndexOf('/') + 1);

/** Milliseconds by which the wall clock may gain on the time that passes, between two sweeps. */
const MAX_CLOCK_JUMP = 60_000;

/**
 * Whether ages of files can be believed: not within a day after the wall clock was set forward, when what
 * somebody is uploading looks as old as what was given up.
 */
function areAgesReliable(now: () => number, uptime: () => number): () => boolean {
  let before = now() - uptime();
  let trueFrom = Number.NEGATIVE_INFINITY;
  return () => {
    const difference = now() - uptime();
    if (difference - before > MAX_CLOCK_JUMP) trueFrom = uptime() + RETENTION;
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
  }, HOUR).unref();

  return async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  };
}

const identity = (name: string) => name;
