import { createHash } from 'node:crypto';
import { acceptedFileTypes } from '@deqiq/contract/imaging/files.ts';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { storedZip } from '../../../platform/http/sending/stored-zip.ts';
import { checkedObject } from '../../../platform/storage/checked-object.ts';
import type {
  ReadableObject,
  Storage,
  StorageKey,
  StoredObject,
} from '../../../platform/storage/storage.ts';
import type { ImagingService } from '../imaging/imaging.service.ts';
import type { LocatedFile } from './files.repo.ts';

/** An open file and the data of its response headers. */
export interface Delivery {
  readonly object: ReadableObject;
  readonly key: StorageKey;
  readonly name: string;
  readonly contentType: string;
  /** A strong validator: bytes under one tag never change. */
  readonly etag: string;
  readonly modifiedAt: Date;
  /** Records the view. Resolves when the record is durable; bytes are sent only then. */
  readonly recordView: () => Promise<void>;
}

type Opened = Pick<Delivery, 'object' | 'key' | 'name' | 'contentType' | 'etag'>;
type Archive = Omit<Delivery, 'key' | 'recordView'>;

const acceptedTypes: ReadonlySet<string> = new Set(Object.values(acceptedFileTypes));

export async function openOriginal(
  storage: Pick<Storage, 'open'>,
  row: LocatedFile,
): Promise<Opened> {
  const { id, object_id: objectId, name, crc32 } = row;
  const key = `files/${objectId}` as const;
  return {
    object: checkedObject(await openBytes(storage, row), { name: key, crc32 }),
    key,
    name,
    contentType: acceptedTypes.has(row.content_type)
      ? row.content_type
      : 'application/octet-stream',
    etag: `"${id}.${crc32.toString(16)}"`,
  };
}

/** undefined where the file has no derived object of this name. */
export async function openDerived(
  imaging: Pick<ImagingService, 'open'>,
  row: LocatedFile,
  derivedName: DerivedName | 'preview',
): Promise<Opened | undefined> {
  const opened = await imaging.open(row.id, derivedName);
  if (!opened) return undefined;
  const { name, contentType } = describeDerived(row.name, opened.name);
  return {
    object: opened.object,
    key: opened.key,
    name,
    contentType,
    etag: `"${row.id}.${opened.generation}.${opened.name}"`,
  };
}

export function openZip(
  storage: Pick<Storage, 'open'>,
  rows: readonly LocatedFile[],
  name: string,
): Archive {
  const object = storedZip(
    rows.map((row) => ({
      name: row.name,
      size: row.size,
      crc32: row.crc32,
      modifiedAt: new Date(row.created_at),
      open: () => openBytes(storage, row),
    })),
  );
  const version = rows.map((row) => `${row.id}.${row.crc32}.${row.name}`).join('\n');
  return {
    object,
    name,
    contentType: 'application/zip',
    etag: `"${createHash('sha256').update(version).digest('base64url')}"`,
    modifiedAt: new Date(Math.max(...rows.map((row) => Date.parse(row.created_at)))),
  };
}

function describeDerived(fileName: string, derivedName: DerivedName) {
  const name = derivedName.replace(/^\d+-/, '');
  if (name === 'meta') return { name: `${fileName}.json`, contentType: 'application/json' };
  return name.startsWith('preview')
    ? { name: `${fileName}.webp`, contentType: 'image/webp' }
    : { name: `${fileName}.${name}`, contentType: 'application/octet-stream' };
}

async function openBytes(storage: Pick<Storage, 'open'>, row: LocatedFile): Promise<StoredObject> {
  const object = await storage.open(`files/${row.object_id}`);
  if (object.size === row.size) return object;
  await object.close();
  throw new Error(`file ${row.id} has ${object.size} bytes, its row says ${row.size}`);
}
