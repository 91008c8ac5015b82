/** Whether something ended because the person stopped it: nothing went wrong, nothing needs saying. */
export function isAbortError(error: unknown): boolean {
  return (error as { name?: unknown } | null | undefined)?.name === 'AbortError';
}
