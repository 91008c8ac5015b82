import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { contextOf, type DialectName } from './context.ts';
import type { Tables } from './tables.ts';

/** Stands in the query where a call's argument will. */
export type Slots<Args> = <Name extends keyof Args & string>(name: Name) => RawBuilder<Args[Name]>;

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const slot = (name: string): RawBuilder<never> => sql`${new Slot(name)}`;

/**
 * A query built and compiled once per dialect; a call only fills the parameters in. For hot paths: the
 * builder costs more than the database here.
 */
export function compiled<Args extends object, Row>(
  build: (db: Kysely<Tables>, slot: Slots<Args>) => Compilable<Row>,
): (db: Kysely<Tables>, args: Args) => Promise<Row[]> {
  const queries = new Map<DialectName, CompiledQuery<Row>>();
  return async (db, args) => {
    const { dialect } = contextOf(db);
    let query = queries.get(dialect);
    if (!query) {
      query = build(db, slot as Slots<Args>).compile();
      queries.set(dialect, query);
    }
    const given = new Map(Object.entries(args));
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? given.get(value.name) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
