import type { Kysely } from 'kysely';
import type { Choice } from './choice.ts';
import { contextOf, type DatabaseContext } from './context.ts';
import type { TableName, Tables } from './tables.ts';

interface Counted {
  readonly version: string;
  readonly total: number;
}

const MOST_TOTALS = 1_000;
const totals = new WeakMap<DatabaseContext, Map<string, Counted>>();

/** How many rows a choice has: counted once per table version. */
export async function knownTotal(
  db: Kysely<Tables>,
  table: TableName,
  choice: Choice,
  count: () => Promise<number>,
): Promise<number> {
  // A transaction's own writes have no version yet.
  if (db.isTransaction) return count();
  const context = contextOf(db);
  const known = totals.get(context) ?? new Map<string, Counted>();
  totals.set(context, known);
  const key = [table, choice.shape, ...Object.values(choice.values)].join('\0');
  const version = context.versions.of(table);
  const before = known.get(key);
  if (before?.version === version) return before.total;
  const total = await count();
  known.delete(key);
  known.set(key, { version, total });
  if (known.size > MOST_TOTALS) known.delete(known.keys().next().value ?? key);
  return total;
}
