import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { translateDriverError } from '../errors.ts';
import { type TableVersions, writtenTables } from '../versions.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Columns of the result; empty for a statement without a result. */
  readonly columns: readonly string[];
  readonly writes: readonly string[];
}

/** Max prepared statements: more than the server has, so that only texts that never repeat are evicted. */
const CACHE_SIZE = 500;

/** The only connection of the process. Prepares each SQL text once and reports the written tables. */
export class SqliteConnection implements DatabaseConnection {
  readonly #db: DatabaseSync;
  readonly #versions: TableVersions;
  readonly #prepared = new LRUCache<string, Prepared>({ max: CACHE_SIZE });
  readonly #uncommitted = new Set<string>();
  #inTransaction = false;
  #failed = false;

  constructor(db: DatabaseSync, versions: TableVersions) {
    this.#db = db;
    this.#versions = versions;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // As in PostgreSQL: after a failure a transaction can only be rolled back.
    if (this.#failed) throw new Error('the transaction has failed: roll it back');
    try {
      return this.#run<R>(query);
    } catch (error) {
      // SQLite may already have rolled back (full disk); then further statements would run outside a transaction.
      this.#failed = this.#inTransaction;
      throw translateDriverError(error);
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, columns, writes } = this.#prepared.get(sql) ?? this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (columns.length > 0) {
      const rows = toRows<R>(columns, statement.all(...values) as unknown as Cells[]);
      if (writes.length === 0) return { rows };
      if (rows.length > 0) this.#recordWrite(writes);
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes } = statement.run(...values);
    if (writes.length === 0) return { rows: [] };
    if (changes !== 0) this.#recordWrite(writes);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  streamQuery(): never {
    throw new Error('a stream would hold the only connection: read page by page');
  }

  begin(): void {
    try {
      this.#db.exec('begin immediate');
    } catch (error) {
      throw translateDriverError(error);
    }
    this.#inTransaction = true;
  }

  commit(): void {
    if (this.#failed) throw new Error('the transaction has failed: nothing of it was written');
    try {
      this.#db.exec('commit');
    } catch (error) {
      throw translateDriverError(error);
    }
    this.#versions.bump(this.#uncommitted);
    this.#uncommitted.clear();
    this.#inTransaction = false;
  }

  rollback(): void {
    this.#uncommitted.clear();
    this.#inTransaction = false;
    this.#failed = false;
    // A full disk or an I/O error has already rolled back.
    if (this.#db.isTransaction) this.#db.exec('rollback');
  }

  close(): void {
    this.#prepared.clear();
    try {
      this.#db.exec('pragma optimize; pragma wal_checkpoint(truncate)');
    } catch {
      // Both fail on a full disk; committed data is safe in the write-ahead log.
    }
    this.#db.close();
  }

  #recordWrite(tables: readonly string[]): void {
    if (!this.#inTransaction) this.#versions.bump(tables);
    else for (const table of tables) this.#uncommitted.add(table);
  }

  #prepare(sql: string): Prepared {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    const prepared = { statement, columns, writes: writtenTables(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

type Cells = readonly unknown[];

/** Ordinary objects: those of node:sqlite have no stable shape; reading and serialising them takes twice as long. */
function toRows<R>(columns: readonly string[], rows: readonly Cells[]): R[] {
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    let n = 0;
    for (const column of columns) row[column] = cells[n++];
    return row as R;
  });
}
