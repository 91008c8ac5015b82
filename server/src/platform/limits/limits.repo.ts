import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/tables.ts';

export interface LimitRow {
  readonly limit_name: string;
  readonly key_hash: string;
  /** Milliseconds. */
  readonly window: number;
}

export interface CountedRow {
  readonly limit_name: string;
  readonly key_hash: string;
  readonly count: number;
  /** The end of the window, in milliseconds since 1970. */
  readonly until: number;
  /** Milliseconds until the window ends. */
  readonly left: number;
}

/** The present in milliseconds since 1970, by the clock of PostgreSQL or by `now`. */
export const millisecondClock = (now?: () => number) => (): RawBuilder<number> =>
  now
    ? sql<number>`${now()}::bigint`
    : sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

type Clock = ReturnType<typeof millisecondClock>;

/** The open windows of these keys. */
export async function findOpen(
  db: Db,
  clock: Clock,
  keys: readonly LimitRow[],
): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select limit_name, key_hash, count, until, until - ${clock()} as left
    from rate_limits
    where (limit_name, key_hash) in (${pairs(keys)}) and until > ${clock()}`.execute(db);
  return rows.map(toNumbers);
}

/** Adds one event to each key. Rows are locked in the order of their keys, so that no two transactions wait for each other. */
export async function add(tx: Db, clock: Clock, keys: readonly LimitRow[]): Promise<CountedRow[]> {
  const sorted = keys.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  const values = sorted.map(
    ({ limit_name, key_hash, window }) =>
      sql`(${limit_name}, ${key_hash}, ${clock()} + ${window}::bigint, 1)`,
  );
  // A window that ends later than a new one was opened before the clock was set back.
  const isPast = sql`rate_limits.until <= ${clock()} or rate_limits.until > excluded.until`;
  const { rows } = await sql<CountedRow>`
    insert into rate_limits (limit_name, key_hash, until, count) values ${sql.join(values)}
    on conflict (limit_name, key_hash) do update set
      count = case when ${isPast} then 1 else rate_limits.count + 1 end,
      until = case when ${isPast} then excluded.until else rate_limits.until end
    returning limit_name, key_hash, count, until, until - ${clock()} as left`.execute(tx);
  return rows.map(toNumbers);
}

/** Takes one event from each window that is still the same. */
export async function subtract(db: Db, rows: readonly CountedRow[]): Promise<void> {
  const windows = rows.map(
    ({ limit_name, key_hash, until }) => sql`(${limit_name}, ${key_hash}, ${until}::bigint)`,
  );
  await sql`update rate_limits set count = count - 1
    where (limit_name, key_hash, until) in (${sql.join(windows)}) and count > 0`.execute(db);
}

/** Removes the windows of these keys. */
export async function remove(db: Db, keys: readonly LimitRow[]): Promise<void> {
  await sql`delete from rate_limits where (limit_name, key_hash) in (${pairs(keys)})`.execute(db);
}

/** Removes windows that ended. Returns their number. */
export async function removePast(db: Db, clock: Clock): Promise<number> {
  const { numAffectedRows } = await sql`delete from rate_limits where until <= ${clock()}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

const toKey = ({ limit_name, key_hash }: LimitRow) => `${limit_name} ${key_hash}`;

const pairs = (keys: readonly LimitRow[]) =>
  sql.join(keys.map(({ limit_name, key_hash }) => sql`(${limit_name}, ${key_hash})`));

const toNumbers = (row: CountedRow): CountedRow => ({
  ...row,
  until: Number(row.until),
  left: Number(row.left),
});
