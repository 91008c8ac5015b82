/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** How long ago it was, in the largest unit that it fills. */
export function describeAge(since: string): string {
  const waited = Date.now() - Date.parse(since);
  const [unit, length] = UNITS.find(([, length]) => waited >= length) ?? UNITS[2];
  const count = Math.max(1, Math.floor(waited / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
