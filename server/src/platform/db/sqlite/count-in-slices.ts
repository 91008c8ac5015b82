import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';

/** Milliseconds of counting between two turns of the event loop. */
const SLICE = 10;

/**
 * Returns a function that counts the rows of a query on a connection of its own, which `open` opens at the first call.
 * Other requests run between the slices: a common name has hundreds of thousands of rows. The connection is not the one
 * of the writes, because an open cursor there would make them wait for other processes.
 */
export function countInSlices(open: () => DatabaseSync) {
  let db: DatabaseSync | undefined;

  async function count({ sql, parameters }: CompiledQuery): Promise<number> {
    db ??= open();
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    let total = 0;
    let end = performance.now() + SLICE;
    for (const _ of statement.iterate(...(parameters as readonly SQLInputValue[]))) {
      total += 1;
      if (performance.now() < end) continue;
      await nextTurn();
      end = performance.now() + SLICE;
    }
    return total;
  }

  return { count, close: () => db?.close() };
}
