/** The file breaks a limit. Every other error means that it is damaged. */
export class LimitExceeded extends Error {
  readonly isTooLarge = true;
}

/** Whether a file broke a limit: ours, or the output length that zlib was called with. */
export function isTooLarge(error: unknown): boolean {
  const { isTooLarge: isMarked, code } = error as { isTooLarge?: unknown; code?: unknown };
  return isMarked === true || code === 'ERR_BUFFER_TOO_LARGE';
}
