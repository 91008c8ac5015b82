/** Concurrent preparations: enough to keep two cores busy. */
const AT_ONCE = 4;

/**
 * Prepares a few elements of a list at a time and finishes them strictly one after the other, so that the results
 * have the order of the list.
 */
export async function prepareAhead<T, Prepared>(
  list: readonly T[],
  prepare: (item: T, index: number) => Promise<Prepared>,
  finish: (item: T, prepared: Prepared, index: number) => Promise<void>,
): Promise<void> {
  const finished = list.map(() => Promise.withResolvers<void>());
  const waiting = list.entries();
  const worker = async () => {
    for (const [index, item] of waiting) {
      const prepared = await prepare(item, index);
      await finished[index - 1]?.promise;
      await finish(item, prepared, index);
      finished[index]?.resolve();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
