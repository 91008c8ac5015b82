import { setTimeout as pause } from 'node:timers/promises';
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect as PlainDialect,
  PostgresDriver as PlainDriver,
  PostgresAdapter,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { ContextCarrier, DatabaseContext } from '../database-context.ts';
import { translateDriverError } from '../errors.ts';
import type { Guard } from '../guard.ts';
import { type TableVersions, writtenTables } from '../versions.ts';
import { PROPAGATION_DELAY } from './listener.ts';

/** Kysely's own dialect, with the guard and the table versions. */
export class PostgresDialect extends PlainDialect {
  readonly #config: PostgresDialectConfig;
  readonly #context: DatabaseContext;
  readonly #guard: Guard;

  constructor(config: PostgresDialectConfig, context: DatabaseContext, guard: Guard) {
    super(config);
    this.#config = config;
    this.#context = context;
    this.#guard = guard;
  }

  override createDriver(): Driver {
    return new PostgresDriver(this.#config, this.#context.versions, this.#guard);
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter(this.#context);
  }
}

class Adapter extends PostgresAdapter implements ContextCarrier {
  readonly context: DatabaseContext;

  constructor(context: DatabaseContext) {
    super();
    this.context = context;
  }
}

type KyselyConnection = Parameters<PlainDriver['rollbackTransaction']>[0];

class PostgresDriver extends PlainDriver {
  readonly #versions: TableVersions;
  readonly #guard: Guard;
  /** Tables written by the open transaction of a connection. */
  readonly #uncommitted = new WeakMap<DatabaseConnection, Set<string>>();
  readonly #instrumented = new WeakSet<DatabaseConnection>();

  constructor(config: PostgresDialectConfig, versions: TableVersions, guard: Guard) {
    super(config);
    this.#versions = versions;
    this.#guard = guard;
  }

  override async acquireConnection(
    options?: AbortableOperationOptions,
  ): Promise<DatabaseConnection> {
    this.#guard.assertOutside();
    try {
      const connection = await super.acquireConnection(options);
      if (!this.#instrumented.has(connection)) this.#instrument(connection);
      return connection;
    } catch (error) {
      throw translateDriverError(error);
    }
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    this.#uncommitted.set(connection, new Set());
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } finally {
      const tables = this.#uncommitted.get(connection) ?? NONE;
      // A commit whose response was lost may have succeeded.
      this.#versions.bump(tables);
      this.#uncommitted.delete(connection);
      await awaitPropagation(tables);
    }
  }

  override async rollbackTransaction(connection: KyselyConnection): Promise<void> {
    this.#uncommitted.delete(connection);
    await super.rollbackTransaction(connection);
  }

  #instrument(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        return await execute<R>(query);
      } catch (error) {
        throw translateDriverError(error);
      } finally {
        const tables = writtenTables(query.sql);
        if (tables.length > 0) await this.#recordWrite(connection, tables);
      }
    };
    this.#instrumented.add(connection);
  }

  async #recordWrite(connection: DatabaseConnection, tables: readonly string[]): Promise<void> {
    const uncommitted = this.#uncommitted.get(connection);
    if (uncommitted) for (const table of tables) uncommitted.add(table);
    else {
      this.#versions.bump(tables);
      await awaitPropagation(new Set(tables));
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Waits until every process knows of ended sessions, so that the response to the client is true everywhere. */
async function awaitPropagation(tables: ReadonlySet<string>): Promise<void> {
  if (tables.has('sessions')) await pause(PROPAGATION_DELAY);
}
