/** Does each work once per key and link window; a failed one is done again. */
export function onceInWindow(epoch: () => number) {
  const done = new Map<string, Promise<void>>();
  let current = epoch();

  return async (key: string, work: () => Promise<void>): Promise<void> => {
    if (current !== epoch()) done.clear();
    current = epoch();
    const running = done.get(key) ?? work();
    done.set(key, running);
    await running.catch((error: unknown) => {
      done.delete(key);
      throw error;
    });
  };
}
