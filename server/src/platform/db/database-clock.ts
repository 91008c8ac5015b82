import { type RawBuilder, sql } from 'kysely';
import { readContext } from './database-context.ts';
import type { Db } from './tables.ts';

/** The present as ISO text in UTC, moved by so many milliseconds. */
export type DatabaseClock = (offset?: number) => RawBuilder<string>;

/**
 * The clock that all processes of one database share: on PostgreSQL the server's, so that clocks of nodes may
 * differ; on SQLite that of the machine. `now` (milliseconds since 1970) replaces it in tests.
 */
export function databaseClock(db: Db, now?: () => number): DatabaseClock {
  if (now || readContext(db).dialect === 'sqlite')
    return (offset = 0) => sql<string>`${new Date((now ?? Date.now)() + offset).toISOString()}`;
  // Of the statement, not of the call: the planner may use it as a bound of an index.
  return (offset = 0) =>
    sql<string>`to_char((statement_timestamp() at time zone 'UTC') + ${offset} * interval '1 millisecond',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
