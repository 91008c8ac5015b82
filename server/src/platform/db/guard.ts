import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

const SLIP =
  'the root database handle was used inside a transaction: use the handle the transaction was given (tx)';

/**
 * Knows whether the running code stands inside a transaction of this database. There the root handle
 * would wait for the transaction that waits for it (SQLite, for ever) or write outside it (PostgreSQL).
 */
export class Guard {
  readonly #scopes = new AsyncLocalStorage<{ open: boolean }>();

  async inside<T>(work: () => Promise<T>): Promise<T> {
    const scope = { open: true };
    try {
      return await this.#scopes.run(scope, work);
    } finally {
      // What the transaction started and left running may use the root handle once it is over.
      scope.open = false;
    }
  }

  assertOutside(): void {
    if (this.#scopes.getStore()?.open) throw new Error(SLIP);
  }
}

/** The root handle: like Kysely's own, with every transaction's callback under the guard. */
export class GuardedKysely extends Kysely<Tables> {
  readonly #guard: Guard;

  constructor(config: KyselyConfig, guard: Guard) {
    super(config);
    this.#guard = guard;
  }

  override transaction(): TransactionBuilder<Tables> {
    return guarded(super.transaction(), this.#guard);
  }

  override startTransaction(): never {
    throw new Error('use db.transaction().execute(…): a controlled transaction is not guarded');
  }

  override connection(): never {
    throw new Error('use db.transaction().execute(…): a borrowed connection is not guarded');
  }
}

function guarded(builder: TransactionBuilder<Tables>, guard: Guard): TransactionBuilder<Tables> {
  const plain = {
    execute: builder.execute.bind(builder),
    setAccessMode: builder.setAccessMode.bind(builder),
    setIsolationLevel: builder.setIsolationLevel.bind(builder),
  };
  return Object.assign(builder, {
    execute: ((callback) =>
      plain.execute((tx) => guard.inside(() => callback(tx)))) satisfies typeof plain.execute,
    setAccessMode: ((mode) =>
      guarded(plain.setAccessMode(mode), guard)) satisfies typeof plain.setAccessMode,
    setIsolationLevel: ((level) =>
      guarded(plain.setIsolationLevel(level), guard)) satisfies typeof plain.setIsolationLevel,
  });
}
