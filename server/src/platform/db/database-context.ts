import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';
import type { TableVersions } from './versions.ts';

export type DialectName = 'sqlite' | 'postgres';

/** What every handle of one open database shares, root and transaction alike. */
export interface DatabaseContext {
  readonly dialect: DialectName;
  readonly versions: TableVersions;
}

/** Our dialects' adapters carry the context, and every handle carries its dialect's adapter. */
export interface ContextCarrier {
  readonly context: DatabaseContext;
}

/** The context of the database a handle (root or tx) belongs to. */
export function contextOf(db: Kysely<Tables>): DatabaseContext {
  const adapter: object = db.getExecutor().adapter;
  if (!('context' in adapter)) throw new Error('this handle was not opened by openDatabase');
  return (adapter as ContextCarrier).context;
}
