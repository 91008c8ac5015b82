/** Requests under way at once: enough to keep two cores busy, few enough to keep the order of visits. */
const AT_ONCE = 4;

/** Works through a list a few at a time, beginning in its order. */
export async function inOrder<T>(
  list: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const waiting = list.entries();
  const worker = async () => {
    for (const [index, item] of waiting) await work(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
