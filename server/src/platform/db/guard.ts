import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

const MESSAGE =
  'the root database handle was used inside a transaction: use the handle the transaction was given (tx)';

interface Scope {
  open: boolean;
  readonly afterCommit: (() => void)[];
}

/** Detects code inside a transaction: there the root handle would deadlock (SQLite) or write outside (PostgreSQL). */
export class Guard {
  readonly #scopes = new AsyncLocalStorage<Scope>();

  /** Runs the callback of a transaction; adds to `afterCommit` what it wants to have called. */
  async runInside<T>(work: () => Promise<T>, afterCommit: (() => void)[]): Promise<T> {
    const scope: Scope = { open: true, afterCommit };
    try {
      return await this.#scopes.run(scope, work);
    } finally {
      // Work that outlives the transaction may use the root handle afterwards.
      scope.open = false;
    }
  }

  /** See DatabaseContext. */
  readonly afterCommit = (action: () => void): void => {
    const scope = this.#scopes.getStore();
    if (scope?.open) scope.afterCommit.push(action);
    else action();
  };

  assertOutside(): void {
    if (this.#scopes.getStore()?.open) throw new Error(MESSAGE);
  }
}

/** The root handle: Kysely with the guard around the callbacks of transactions. */
export class GuardedKysely extends Kysely<Tables> {
  readonly #guard: Guard;

  constructor(config: KyselyConfig, guard: Guard) {
    super(config);
    this.#guard = guard;
  }

  override transaction(): TransactionBuilder<Tables> {
    return guardTransactions(super.transaction(), this.#guard);
  }

  override startTransaction(): never {
    throw new Error('use db.transaction().execute(…): a controlled transaction is not guarded');
  }

  override connection(): never {
    throw new Error('use db.transaction().execute(…): a borrowed connection is not guarded');
  }
}

function guardTransactions(
  builder: TransactionBuilder<Tables>,
  guard: Guard,
): TransactionBuilder<Tables> {
  const plain = {
    execute: builder.execute.bind(builder),
    setAccessMode: builder.setAccessMode.bind(builder),
    setIsolationLevel: builder.setIsolationLevel.bind(builder),
  };
  return Object.assign(builder, {
    execute: (async (callback) => {
      const afterCommit: (() => void)[] = [];
      const result = await plain.execute((tx) => guard.runInside(() => callback(tx), afterCommit));
      for (const action of afterCommit) action();
      return result;
    }) satisfies typeof plain.execute,
    setAccessMode: ((mode) =>
      guardTransactions(plain.setAccessMode(mode), guard)) satisfies typeof plain.setAccessMode,
    setIsolationLevel: ((level) =>
      guardTransactions(
        plain.setIsolationLevel(level),
        guard,
      )) satisfies typeof plain.setIsolationLevel,
  });
}
