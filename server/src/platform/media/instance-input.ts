import { readFully } from '../storage/small-objects.ts';
import type { StoredObject } from '../storage/storage.ts';
import type { InstanceLocation } from './dicom-index.ts';
import type { JobInput } from './jobs.ts';

/** Bytes of an instance that are read here. An object store would copy the whole file to the disk for one slice. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The input of a job that decodes one instance: its bytes, or the path of a file with those of a large one. */
export async function readInstance(
  object: StoredObject,
  location: InstanceLocation,
): Promise<{ input: JobInput; location: InstanceLocation }> {
  const { offset, length } = location;
  if (length > MAX_BYTES) return { input: { path: await object.file() }, location };
  const bytes = Buffer.allocUnsafe(length);
  const filled = await readFully(object, bytes, offset);
  if (filled < length) throw new Error(`the file ends at ${offset + filled}`);
  return { input: bytes, location: { ...location, offset: 0 } };
}
