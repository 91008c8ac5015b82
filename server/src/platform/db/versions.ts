import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TableName } from './tables.ts';

/** What other processes did: a text that changes with their writes, undefined while that is unknown. */
export type ExternalVersion = () => string | undefined;

/** How certain it is that what other processes did has been heard. */
interface ChangeFeed {
  /** Whether all they have been told was done is known here. */
  isCurrent(): boolean;
  /** Resolves when it may be. */
  catchUp(): Promise<void>;
}

const ALWAYS_CURRENT: ChangeFeed = { isCurrent: () => true, catchUp: () => Promise.resolve() };

/**
 * Counts the committed writes of every table, in memory. A version is only a promise about what was
 * committed before it was asked for: ask first, read then.
 */
export class TableVersions {
  readonly #epoch = randomBytes(6).toString('base64url');
  readonly #counts = new Map<string, number>();
  readonly #external: ExternalVersion;
  readonly #feed: ChangeFeed;
  #bumps = 0;
  #unknown = 0;

  constructor(elsewhere: ExternalVersion, line: ChangeFeed = ALWAYS_CURRENT) {
    this.#external = elsewhere;
    this.#feed = line;
  }

  /**
   * Whether no other process's end of a session can be missing. Versions may lag a little behind other
   * processes otherwise, which a list does not mind.
   */
  isCurrent(): boolean {
    return this.#feed.isCurrent();
  }

  /** Tries to make it so; ask again afterwards. */
  catchUp(): Promise<void> {
    return this.#feed.catchUp();
  }

  /**
   * A short text (letters, digits, `-_.`) that changes whenever a committed write touched one of the
   * tables, by whatever process. Never the same twice while other processes cannot be heard.
   */
  of(...tables: TableName[]): string {
    return this.#text(this.#external(), tables);
  }

  #text(elsewhere: string | undefined, tables: readonly TableName[]): string {
    if (elsewhere === undefined) return `${this.#epoch}.x${++this.#unknown}`;
    const counts = tables.map((table) => this.#counts.get(table) ?? 0);
    return [this.#epoch, elsewhere, ...counts].join('.');
  }

  /**
   * The same as a function: as long as nothing was written it gives the very same text, which costs the
   * hottest paths neither making nor comparing it.
   */
  memoized(...tables: TableName[]): () => string {
    let version = '';
    let bumps = -1;
    let heard: string | undefined;
    return () => {
      const elsewhere = this.#external();
      if (elsewhere === undefined || bumps !== this.#bumps || heard !== elsewhere) {
        version = this.#text(elsewhere, tables);
        bumps = this.#bumps;
        heard = elsewhere;
      }
      return version;
    };
  }

  /** Says that a write to these tables was committed. The drivers call it; nobody else needs to. */
  bump(tables: Iterable<string>): void {
    this.#bumps += 1;
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }
}

const WRITE =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:"?\w+"?\.)?"?(\w+)"?/gi;

const cascades: Readonly<Record<string, readonly string[]>> = {
  checkups: ['checkup_files'],
};

const NONE: readonly string[] = [];

/** Statements. */
const CACHE_SIZE = 1_000;
const cache = new LRUCache<string, readonly string[]>({ max: CACHE_SIZE });

/**
 * The tables a statement writes, read off its SQL: the builder's and raw statements alike, also inside
 * `with`. It may name too many (a word in a literal), which costs one recount; never too few.
 */
export function writtenTables(sql: string): readonly string[] {
  const cached = cache.get(sql);
  if (cached) return cached;
  const tables = parseWrittenTables(sql);
  cache.set(sql, tables);
  return tables;
}

function parseWrittenTables(sql: string): readonly string[] {
  const found = new Set<string>();
  for (const [, table = ''] of sql.matchAll(WRITE)) {
    found.add(table);
    for (const child of cascades[table] ?? NONE) found.add(child);
  }
  return found.size === 0 ? NONE : [...found];
}
