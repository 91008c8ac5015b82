import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type DialectName, readContext } from '../database-context.ts';
import type { Db } from '../tables.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A parameter whose value each call provides. */
export type Placeholders<Args extends Arguments> = <Name extends keyof Args & string>(
  name: Name,
) => RawBuilder<Args[Name]>;

class PlaceholderValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholder = (name: string): RawBuilder<never> => sql`${new PlaceholderValue(name)}`;

/** Whether a column has one of many values, which `toList` makes one parameter: the query is the same for any number. */
export const isOneOf = (
  db: Db,
  column: string,
  list: RawBuilder<string | readonly string[]>,
): RawBuilder<boolean> =>
  readContext(db).dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = any(${list}::text[])`;

export const toList = (db: Db, values: readonly string[]): string | readonly string[] =>
  readContext(db).dialect === 'sqlite' ? JSON.stringify(values) : values;

type Build<Args extends Arguments, Row> = (db: Db, slot: Placeholders<Args>) => Compilable<Row>;

/** Compiles a query once per dialect; a call provides only parameters. For hot paths, where building costs most. */
export function compileOnce<Args extends Arguments, Row>(
  build: Build<Args, Row>,
): (db: Db, args: Args) => Promise<Row[]> {
  const bind = bindOnce(build);
  return async (db, args) => (await db.executeQuery<Row>(bind(db, args))).rows;
}

/** The same query with its parameters, without running it. */
export function bindOnce<Args extends Arguments, Row>(
  build: Build<Args, Row>,
): (db: Db, args: Args) => CompiledQuery<Row> {
  const queries: Partial<Record<DialectName, CompiledQuery<Row>>> = {};
  return (db, args) => {
    const { dialect } = readContext(db);
    queries[dialect] ??= build(db, placeholder).compile();
    const { sql, query, queryId, parameters } = queries[dialect];
    const values = parameters.map((value) =>
      value instanceof PlaceholderValue ? args[value.name] : value,
    );
    return { sql, query, queryId, parameters: values };
  };
}
