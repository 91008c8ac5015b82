import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TableName } from './tables.ts';

/** The channel of the triggers of PostgreSQL: they send the name of a table, once per transaction. */
export const CHANNEL = 'deqiq_written';

/** A text that changes with writes of other processes; undefined while they are unknown. */
export type ExternalVersion = () => string | undefined;

/** Whether the writes of other processes are known here. */
interface ChangeFeed {
  /** Whether every write that other processes acknowledged is known here. */
  isCurrent(): boolean;
  /** Resolves after an attempt to catch up. */
  catchUp(): Promise<void>;
}

const ALWAYS_CURRENT: ChangeFeed = { isCurrent: () => true, catchUp: () => Promise.resolve() };

/** Counts the committed writes of every table, in memory. Read the version first, then the rows. */
export class TableVersions {
  readonly #epoch = randomBytes(6).toString('base64url');
  readonly #counts = new Map<string, number>();
  readonly #external: ExternalVersion;
  readonly #feed: ChangeFeed;
  readonly #listeners = new Map<string, Set<() => void>>();
  #bumps = 0;
  #unknown = 0;

  constructor(elsewhere: ExternalVersion, line: ChangeFeed = ALWAYS_CURRENT) {
    this.#external = elsewhere;
    this.#feed = line;
  }

  /**
   * Whether every session that another process has ended is known here. Otherwise versions may lag a little
   * behind other processes, which is fine for lists.
   */
  isCurrent(): boolean {
    return this.#feed.isCurrent();
  }

  /** Tries to catch up; check isCurrent() afterwards. */
  catchUp(): Promise<void> {
    return this.#feed.catchUp();
  }

  /**
   * A short text (letters, digits, `-_.`) that changes whenever a committed write touched one of the
   * tables, in any process. Never repeats while the writes of other processes are unknown.
   */
  of(...tables: TableName[]): string {
    return this.#text(this.#external(), tables);
  }

  #text(elsewhere: string | undefined, tables: readonly TableName[]): string {
    if (elsewhere === undefined) return `${this.#epoch}.x${++this.#unknown}`;
    const counts = tables.map((table) => this.#counts.get(table) ?? 0);
    return [this.#epoch, elsewhere, ...counts].join('.');
  }

  /** Returns a function with the identical string until a write, so that hot paths neither build nor compare one. */
  memoize(...tables: TableName[]): () => string {
    let version = '';
    let bumps = -1;
    let received: string | undefined;
    return () => {
      const elsewhere = this.#external();
      if (elsewhere === undefined || bumps !== this.#bumps || received !== elsewhere) {
        version = this.#text(elsewhere, tables);
        bumps = this.#bumps;
        received = elsewhere;
      }
      return version;
    };
  }

  /** Records a committed write to these tables. Only the drivers call it. */
  bump(tables: Iterable<string>): void {
    this.#bumps += 1;
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  /** Records a write that another process has committed. Only the listener calls it. */
  recordExternalWrite(table: string): void {
    this.bump([table]);
    for (const listener of this.#listeners.get(table) ?? NO_LISTENERS) listener();
  }

  /**
   * Calls `listener` when another process reports a write to the table; on SQLite never. Notifications may be
   * lost while the connection is down. Returns a function that unsubscribes.
   */
  onExternalWrite(table: TableName, listener: () => void): () => void {
    const listeners = this.#listeners.get(table) ?? new Set();
    this.#listeners.set(table, listeners.add(listener));
    return () => void listeners.delete(listener);
  }
}

const NO_LISTENERS: ReadonlySet<() => void> = new Set();

const WRITE =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:"?\w+"?\.)?"?(\w+)"?/gi;

const cascades: Readonly<Record<string, readonly string[]>> = {
  checkups: ['checkup_files', 'shares', 'share_files'],
  checkup_files: ['share_files'],
  shares: ['share_files', 'share_visits'],
  file_imaging: ['annotations', 'dicom_series', 'dicom_instances'],
  outbox: ['outbox_events'],
  diagnostic_reports: ['report_entries'],
  intake_studies: ['intake_files', 'intake_instances'],
};

const NONE: readonly string[] = [];

/** Statements. */
const CACHE_SIZE = 1_000;
const cache = new LRUCache<string, readonly string[]>({ max: CACHE_SIZE });

/**
 * The tables that a statement writes, parsed from its SQL, also inside `with`. It may name too many (a word
 * in a literal), which costs one recount; never too few.
 */
export function writtenTables(sql: string): readonly string[] {
  const cached = cache.get(sql);
  if (cached) return cached;
  const tables = parseWrittenTables(sql);
  cache.set(sql, tables);
  return tables;
}

function parseWrittenTables(sql: string): readonly string[] {
  const written = new Set<string>();
  for (const [, table = ''] of sql.matchAll(WRITE)) {
    written.add(table);
    for (const child of cascades[table] ?? NONE) written.add(child);
  }
  return written.size === 0 ? NONE : [...written];
}
