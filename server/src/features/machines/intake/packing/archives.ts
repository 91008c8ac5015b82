import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { storedZip } from '../../../../platform/http/sending/stored-zip.ts';
import { objectWriter } from '../../../../platform/storage/object-writer.ts';
import type { Checksum, ReadableObject, Storage } from '../../../../platform/storage/storage.ts';
import type { LocatedInstance } from '../instances.repo.ts';

/** Bytes of a local header around the name (APPNOTE 4.3.7), and of the ending of a name. */
const HEADER = 30;
const ENDING = '.dcm';

/** An archive that was written, and where each instance begins in it. */
export interface WrittenArchive extends Checksum {
  readonly offsets: readonly number[];
}

interface Archive {
  readonly objectId: string;
  /** Instances of the archive that this one replaces, in their order there: they keep their offsets. */
  readonly former: readonly LocatedInstance[];
  readonly added: readonly LocatedInstance[];
}

/** Writes an archive under a new object id. It begins with the bytes of the former one, whose index stays true. */
export async function writeArchive(
  { storage, signal }: { readonly storage: Storage; readonly signal: AbortSignal },
  { objectId, former, added }: Archive,
): Promise<WrittenArchive> {
  const all = [...former, ...added];
  const digits = widths(former, all.length);
  const zip = storedZip(
    all.map((instance, index) => ({
      name: String(index + 1).padStart(digits[index] ?? 1, '0') + ENDING,
      size: instance.size,
      crc32: instance.crc32,
      modifiedAt: new Date(instance.arrived_at),
      open: () => openInstance(storage, instance),
    })),
  );
  const key = `files/${objectId}` as const;
  try {
    const writer = objectWriter(storage, key);
    const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
    for (let position = 0; position < zip.size; ) {
      signal.throwIfAborted();
      const read = await zip.read(buffer, position);
      if (read === 0) throw new Error('an instance is shorter than its row says');
      await writer.append(buffer.subarray(0, read));
      position += read;
    }
    const checksum = await writer.finish();
    if (!checksum) throw new Error('an archive without bytes');
    return { ...checksum, offsets: zip.offsets };
  } catch (error) {
    // Each attempt has an id of its own: on a full disk their parts would pile up for a day.
    await storage.remove(key).catch(() => false);
    throw error;
  } finally {
    await zip.close();
  }
}

/** Digits of the name of each entry. Those of a former archive follow from its offsets. */
function widths(former: readonly LocatedInstance[], count: number): number[] {
  const isArchive = (former[0]?.file_offset ?? 0) > 0;
  const next = String(count).length;
  let end = 0;
  const stored = former.map(({ file_offset, size }) => {
    const width = file_offset - end - HEADER - ENDING.length;
    end = file_offset + size;
    return isArchive ? width : next;
  });
  return [...stored, ...Array<number>(count - stored.length).fill(next)];
}

/** The bytes of an instance: an object, or a part of an archive. Reading its end throws where they are not as they arrived. */
async function openInstance(
  storage: Storage,
  { id, object_id, file_offset, size, crc32: expected }: LocatedInstance,
): Promise<ReadableObject> {
  const object = await storage.open(`files/${object_id}`);
  let checked = 0;
  let sum = 0;
  return {
    size,
    async read(into, position) {
      const length = Math.max(0, Math.min(into.length, size - position));
      if (length === 0) return 0;
      const read = await object.read(into.subarray(0, length), file_offset + position);
      if (position === checked) {
        sum = crc32(into.subarray(0, read), sum);
        checked += read;
      }
      if (checked === size && sum !== expected)
        throw new Error(`the stored bytes of the instance ${id} are damaged`);
      return read;
    },
    close: () => object.close(),
  };
}
