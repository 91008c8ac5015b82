import type { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { Semaphore } from '../../queues/concurrency.ts';
import type { ContextCarrier, DatabaseContext } from '../database-context.ts';
import type { Guard } from '../guard.ts';
import { SqliteConnection } from './connection.ts';

/** Milliseconds for which data_version is cached: a query costs a tenth of a list request. */
const FRESHNESS = 5;

/** A text that changes with every commit of another connection, such as the admin command's. */
export function externalChanges(db: DatabaseSync): () => string {
  const dataVersion = db.prepare('pragma data_version', { returnArrays: true });
  let text = '';
  let queriedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - queriedAt < FRESHNESS) return text;
    queriedAt = now;
    text = String(dataVersion.get());
    return text;
  };
}

/** Kysely over node:sqlite: one connection with one user at a time; transactions begin as writers. */
export class SqliteDialect implements Dialect {
  readonly #db: DatabaseSync;
  readonly #context: DatabaseContext;
  readonly #guard: Guard;

  constructor(db: DatabaseSync, context: DatabaseContext, guard: Guard) {
    this.#db = db;
    this.#context = context;
    this.#guard = guard;
  }

  createDriver(): Driver {
    return new SqliteDriver(new SqliteConnection(this.#db, this.#context.versions), this.#guard);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new Adapter(this.#context);
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

class Adapter extends SqliteAdapter implements ContextCarrier {
  readonly context: DatabaseContext;

  constructor(context: DatabaseContext) {
    super();
    this.context = context;
  }

  // Our own mutex serialises the connection; Kysely's would make every query wait for a promise.
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #guard: Guard;
  readonly #mutex = new Semaphore(1);

  constructor(connection: SqliteConnection, guard: Guard) {
    this.#connection = connection;
    this.#guard = guard;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#guard.assertOutside();
    if (!this.#mutex.tryAcquire()) await this.#mutex.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  async beginTransaction(): Promise<void> {
    this.#connection.begin();
  }

  async commitTransaction(): Promise<void> {
    this.#connection.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    if (!this.#mutex.tryAcquire()) await this.#mutex.acquire();
    this.#connection.close();
  }
}
