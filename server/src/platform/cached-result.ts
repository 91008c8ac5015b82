interface Options {
  /** Milliseconds for which a result is cached. */
  readonly maxAge: number;
  readonly now: () => number;
}

/** The result of `read`, which runs at most once within `maxAge`, also for concurrent callers. A failure is not cached. */
export function cacheResult<Result>(
  read: () => Promise<Result>,
  { maxAge, now }: Options,
): () => Promise<Result> {
  let cached: { readonly at: number; readonly result: Promise<Result> } | undefined;
  return () => {
    if (cached && Math.abs(now() - cached.at) <= maxAge) return cached.result;
    const result = read();
    cached = { at: now(), result };
    result.catch(() => {
      cached = undefined;
    });
    return result;
  };
}
