import type { RawBuilder } from 'kysely';
import { jsonArrayFrom as postgresRows } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteRows } from 'kysely/helpers/sqlite';
import { readContext } from '../database-context.ts';
import type { Db } from '../tables.ts';

/** Rows of an inner query in one column. SQLite returns their text. */
export type JsonRows<Row> = string | readonly Row[];

/** The rows of an inner query as a column of the outer one, which saves a query per page on PostgreSQL. */
export const selectJson = <Row>(
  db: Db,
  rows: Parameters<typeof sqliteRows<Row>>[0],
): RawBuilder<JsonRows<Row>> =>
  (readContext(db).dialect === 'sqlite' ? sqliteRows : postgresRows)(
    rows,
  ) as RawBuilder<unknown> as RawBuilder<JsonRows<Row>>;

export const parseRows = <Row>(rows: JsonRows<Row>): readonly Row[] =>
  typeof rows === 'string' ? (JSON.parse(rows) as Row[]) : rows;
