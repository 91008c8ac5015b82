import { encodeFileMeta } from '../../../../../platform/dicom/file-meta.ts';
import type { FrameParts } from '../../../../../platform/media/dicom-index.ts';
import type { Storage, StoredObject } from '../../../../../platform/storage/storage.ts';
import type { FoundInstance as Found } from '../../instances.repo.ts';
import { toLocation } from '../../search/found-instances.ts';
import { type InstanceReader, instanceReader } from './instance-bytes.ts';

/** An instance as a file of PS3.10; one that arrived without file meta gets it. */
export async function* readFile(object: StoredObject, row: Found): AsyncGenerator<Uint8Array> {
  if (row.data_offset === 0)
    yield encodeFileMeta({
      sopClassUid: row.sop_class_uid,
      sopUid: row.sop_uid,
      transferSyntax: row.transfer_syntax,
    });
  const reader = instanceReader(object, toLocation(row));
  try {
    yield* reader.read(0, row.size);
  } finally {
    reader.close();
  }
}

export async function* readParts(
  reader: InstanceReader,
  parts: FrameParts,
): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < parts.length; index += 2) {
    const [offset = 0, length = 0] = parts.slice(index, index + 2);
    yield* reader.read(offset, offset + length);
  }
}

interface ObjectCache {
  readonly open: (objectId: string) => Promise<StoredObject>;
  readonly close: () => Promise<void>;
}

/** Keeps the last stored file open: the instances of a series are usually in one file. */
export function cacheObject(storage: Storage): ObjectCache {
  let current: { readonly id: string; readonly object: StoredObject } | undefined;
  return {
    async open(id) {
      if (current?.id === id) return current.object;
      await current?.object.close();
      current = undefined;
      current = { id, object: await storage.open(`files/${id}`) };
      return current.object;
    },
    async close() {
      await current?.object.close();
      current = undefined;
    },
  };
}
