import type { DiskUsage } from '../../../platform/data-folder/protection-records.ts';
import { DAY } from '../../../platform/time.ts';

/** Milliseconds by whose growth the forecast of the disk is made. */
export const GROWTH_PERIOD = 28 * DAY;

/** Shorter ones show the work of a day, not that of the clinic. */
const MIN_PERIOD = 7 * DAY;

/** Pictures and packs that are derived from a file need about as much as it does. */
const DERIVED = 2;

export interface Space {
  readonly size: number;
  readonly available: number;
}

/** The usages of the period, with one more. */
export const addUsage = (usages: readonly DiskUsage[], usage: DiskUsage): DiskUsage[] => [
  ...usages.filter(({ at }) => Date.parse(at) >= Date.parse(usage.at) - GROWTH_PERIOD),
  usage,
];

/**
 * Bytes by which the disk really grew a day: X-rays, what is derived from them, backups, the database. undefined where
 * it has not been measured for long enough, or is another disk.
 */
export function measureGrowth(
  usages: readonly DiskUsage[],
  { size, available }: Space,
  now: number,
): number | undefined {
  const since = now - GROWTH_PERIOD - DAY;
  const first = usages.find((usage) => usage.size === size && Date.parse(usage.at) >= since);
  const period = first ? now - Date.parse(first.at) : 0;
  if (!first || period < MIN_PERIOD) return undefined;
  return ((size - available - first.used) / period) * DAY;
}

/** The same from the bytes of the X-rays that came in the period. */
export const estimateGrowth = (bytes: number): number => ((bytes * DERIVED) / GROWTH_PERIOD) * DAY;
