import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';
import type { TableVersions } from './versions.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Data shared by all handles of one open database, root and transactions. */
export interface DatabaseContext {
  readonly dialect: DialectName;
  readonly versions: TableVersions;
  /** Calls `action` once the running transaction has committed, never after a rollback; immediately outside of one. */
  afterCommit(action: () => void): void;
  /** SQLite: counts the committed rows of a query that may have many, while other requests go on. */
  readonly countRows?: (query: CompiledQuery) => Promise<number>;
}

/** Our dialects' adapters carry the context, and every handle carries its dialect's adapter. */
export interface ContextCarrier {
  readonly context: DatabaseContext;
}

/** The context of the database a handle (root or tx) belongs to. */
export function readContext(db: Kysely<Tables>): DatabaseContext {
  const adapter: object = db.getExecutor().adapter;
  if (!('context' in adapter)) throw new Error('this handle was not opened by openDatabase');
  return (adapter as ContextCarrier).context;
}
