/** How many files one message names. */
const MAX_NAMED = 5;

/** Several sentences as one message. */
export function shorten(messages: readonly string[]): string {
  const more = messages.length - MAX_NAMED;
  const named = messages.slice(0, MAX_NAMED);
  return [...named, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}
