import type { Random } from '@deqiq/testkit/random.ts';

/** At most `count` elements, evenly spread. The offset depends on the seed, so that all are covered over time. */
export function sampleEvenly<T>(list: readonly T[], count: number, random: Random): T[] {
  if (list.length <= count) return [...list];
  const phase = random.next();
  return Array.from(
    { length: count },
    (_, index) => list[Math.floor(((index + phase) * list.length) / count)] as T,
  );
}
