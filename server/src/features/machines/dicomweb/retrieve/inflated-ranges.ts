import type { FrameParts, InstanceLocation } from '../../../../platform/media/dicom-index.ts';
import { keyedMutex, Semaphore } from '../../../../platform/queues/concurrency.ts';
import type { ReadableObject } from '../../../../platform/storage/storage.ts';
import { instanceReader } from './instances/instance-bytes.ts';

/** Bytes of frames that one pass over a deflated entry collects. */
const MAX_COLLECTED = 16 * 1024 * 1024;

/** Entries that are inflated for frames concurrently, one of a person: zlib shares its threads with passwords and files. */
const CONCURRENCY = 2;

/** Runs inflations: one of a person at a time, some of all people. */
export function inflationQueue() {
  const mutex = keyedMutex();
  const semaphore = new Semaphore(CONCURRENCY);
  return {
    run: <T>(person: string, task: () => Promise<T>): Promise<T> =>
      mutex.run(person, () => semaphore.run(task)),
  };
}

const countBytes = (parts: FrameParts): number =>
  parts.reduce((sum, value, index) => (index % 2 === 1 ? sum + value : sum), 0);

/** Whether a group of `groupRanges` fits in memory; a longer range is alone in its group and read as a stream. */
export const isCollected = (group: readonly FrameParts[]): boolean =>
  group.every((parts) => countBytes(parts) <= MAX_COLLECTED);

/** Ranges in their order, in groups that one pass collects. A range that occurs twice counts once. */
export function groupRanges(ranges: readonly FrameParts[]): FrameParts[][] {
  const groups: FrameParts[][] = [];
  let unique = new Set<FrameParts>();
  let bytes = MAX_COLLECTED;
  for (const parts of ranges) {
    const more = unique.has(parts) ? 0 : countBytes(parts);
    if (groups.length === 0 || bytes + more > MAX_COLLECTED) {
      groups.push([]);
      unique = new Set();
      bytes = 0;
    }
    if (!unique.has(parts)) bytes += countBytes(parts);
    unique.add(parts);
    groups.at(-1)?.push(parts);
  }
  return groups;
}

/** The bytes of each range. The entry is inflated once, whatever the order of the ranges. */
export async function collectRanges(
  object: ReadableObject,
  location: InstanceLocation,
  ranges: readonly FrameParts[],
): Promise<Buffer[]> {
  const reader = instanceReader(object, location);
  const collected = new Map<FrameParts, Buffer>();
  try {
    const ascending = [...new Set(ranges)].sort(([a = 0], [b = 0]) => a - b);
    for (const parts of ascending) {
      const pieces: Uint8Array[] = [];
      for (let index = 0; index < parts.length; index += 2) {
        const offset = parts[index] ?? 0;
        for await (const piece of reader.read(offset, offset + (parts[index + 1] ?? 0)))
          pieces.push(piece);
      }
      collected.set(parts, Buffer.concat(pieces));
    }
  } finally {
    reader.close();
  }
  return ranges.map((parts) => collected.get(parts) ?? Buffer.alloc(0));
}
