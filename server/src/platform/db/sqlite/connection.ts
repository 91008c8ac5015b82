import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { translateDriverError } from '../errors.ts';
import { type TableVersions, writtenTables } from '../versions.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Of the rows it answers (a select, or a write with `returning`); none where it answers none. */
  readonly columns: readonly string[];
  readonly writes: readonly string[];
}

/** Statements. More than the server has, so that only texts that never repeat are evicted. */
const CACHE_SIZE = 500;

/** The process's one connection: prepares each SQL text once and tells which tables were written. */
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
    // As PostgreSQL has it: after a failure a transaction can only be rolled back.
    if (this.#failed) throw new Error('the transaction has failed: roll it back');
    try {
      return this.#run<R>(query);
    } catch (error) {
      // Not the database's own word: a full disk has rolled back by now, what follows would stand alone.
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
      // A full disk keeps both from running; what was committed is safe in the log.
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

/**
 * Rows as ordinary objects. Those that node:sqlite would make have no prototype and no shape the compiler
 * knows: making them, reading them and writing them as JSON takes twice as long.
 */
function toRows<R>(columns: readonly string[], found: readonly Cells[]): R[] {
  return found.map((cells) => {
    const row: Record<string, unknown> = {};
    let n = 0;
    for (const column of columns) row[column] = cells[n++];
    return row as R;
  });
}
