/** Runs tasks under the same name one after the other, tasks under different names side by side. */
export function keyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  return {
    run<T>(name: string, task: () => Promise<T>): Promise<T> {
      const mine = (last.get(name) ?? Promise.resolve()).then(task, task);
      last.set(name, mine);
      const done = () => {
        if (last.get(name) === mine) last.delete(name);
      };
      mine.then(done, done);
      return mine;
    },
    /** Resolves when everything begun so far is over. */
    whenIdle: async (): Promise<void> => {
      await Promise.allSettled(last.values());
    },
  };
}
