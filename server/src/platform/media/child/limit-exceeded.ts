/** The file breaks a limit. Every other error means that it is damaged. */
export class LimitExceeded extends Error {
  readonly isTooLarge = true;
}

/** Whether a file broke a limit: ours, or the output length that zlib was called with. */
export function isTooLarge(error: unknown): boolean {
  const { isTooLarge: isMarked, code } = error as { isTooLarge?: unknown; code?: unknown };
  return isMarked === true || code === 'ERR_BUFFER_TOO_LARGE';
}

/** A file would occupy more memory than this attempt permits. */
export class TooMuchWork extends Error {}

export type WorkLimit = ReturnType<typeof workLimit>;

/** Counts the bytes that a file is going to occupy while it is decoded. */
export function workLimit(max: number) {
  let work = 0;
  return {
    add(bytes: number): void {
      work += bytes;
      if (work > max) throw new TooMuchWork();
    },
  };
}
