import type { StoredObject } from '../storage/storage.ts';
import type { InstanceLocation } from './dicom-index.ts';
import type { Comparison, JobInput } from './jobs.ts';

/** Bytes of an instance that are read here. An object store would copy the whole file to the disk for one slice. */
const MAX_BYTES = 16 * 1024 * 1024;

/** An instance in an open object. */
export interface OpenInstance {
  readonly object: StoredObject;
  readonly location: InstanceLocation;
}

/** An instance as the input of a job: its bytes, or the path of a file with those of a large one. */
export async function readInstance({
  object,
  location,
}: OpenInstance): Promise<{ input: JobInput; location: InstanceLocation }> {
  return location.length > MAX_BYTES
    ? { input: { path: await object.file() }, location }
    : { input: await readBytes([{ object, location }]), location: { ...location, offset: 0 } };
}

/** Two instances as the input of one job. */
export async function readPair(
  one: OpenInstance,
  other: OpenInstance,
): Promise<{ input: JobInput } & Comparison> {
  const { location: first } = one;
  const { location: second } = other;
  if (Math.max(first.length, second.length) > MAX_BYTES)
    return {
      input: { path: await one.object.file() },
      otherPath: await other.object.file(),
      locations: [first, second],
    };
  return {
    input: await readBytes([one, other]),
    otherPath: undefined,
    locations: [
      { ...first, offset: 0 },
      { ...second, offset: first.length },
    ],
  };
}

/** The bytes of instances, one after the other. */
async function readBytes(instances: readonly OpenInstance[]): Promise<Buffer> {
  const total = instances.reduce((sum, { location }) => sum + location.length, 0);
  const bytes = Buffer.allocUnsafe(total);
  let filled = 0;
  for (const { object, location } of instances) {
    const start = filled;
    const end = start + location.length;
    while (filled < end) {
      const position = location.offset + filled - start;
      const read = await object.read(bytes.subarray(filled, end), position);
      if (read === 0) throw new Error(`the file ends at ${position}`);
      filled += read;
    }
  }
  return bytes;
}
