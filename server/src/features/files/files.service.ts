import { acceptedFileTypes, type FileLink, fileMessages } from '@deqiq/contract/files.ts';
import type { Db } from '../../platform/db/tables.ts';
import { AppError, isDiskFull, notFound } from '../../platform/errors.ts';
import type { Identity } from '../../platform/http/identity.ts';
import { MAX_IMAGE_BYTES } from '../../platform/media/limits.ts';
import type { MediaService, Requester } from '../../platform/media/media.service.ts';
import { formatFromType } from '../../platform/media/signature.ts';
import type { Storage, StorageKey, StoredObject } from '../../platform/storage/storage.ts';
import type { AuditService } from '../audit/audit.service.ts';
import * as repo from './files.repo.ts';
import { fileLinks, type Variant } from './links.ts';
import { hasPreview, previewKey, previews } from './previews.ts';
import { createViewRecorder } from './view-recorder.ts';

interface Deps {
  db: Db;
  storage: Storage;
  media: Pick<MediaService, 'run' | 'forget'>;
  sessions: { findLive(sessionId: string): Promise<Identity | undefined> };
  audit: Pick<AuditService, 'recordView'>;
  secret: Uint8Array;
  now: () => number;
}

/** The columns that `present` needs. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly content_type: string;
}

/** An open file and the data of its response headers. */
export interface Delivery {
  readonly object: StoredObject;
  readonly key: StorageKey;
  readonly variant: Variant;
  readonly name: string;
  readonly contentType: string;
  /** A strong validator: bytes under one tag never change. */
  readonly etag: string;
  readonly modifiedAt: Date;
  /** Records the view. Resolves when the record is durable; bytes are sent only then. */
  readonly recordView: () => Promise<void>;
}

export type FilesService = ReturnType<typeof filesService>;

const acceptedTypes: ReadonlySet<string> = new Set(Object.values(acceptedFileTypes));

/** Links to files, and access to them. */
export function filesService(deps: Deps) {
  const { db, storage, media, sessions, audit, secret, now } = deps;
  const links = fileLinks({ secret, now });
  const previewStore = previews({ storage, media, now });
  const viewRecorder = createViewRecorder(audit, links.epoch);

  /** Verifies a capability, its session and the right to view the file. Throws 404 or 410. */
  async function authorizeLink(capability: string) {
    const named = links.verify(capability);
    if (named === 'expired') throw new AppError('gone', 410, fileMessages.expired);
    const person = named === 'invalid' ? undefined : await sessions.findLive(named.sessionId);
    if (named === 'invalid' || !person) throw notFound(fileMessages.notFound);
    const row = await repo.find(db, named.fileId);
    if (!row || !canView(person, row)) throw notFound(fileMessages.notFound);
    return { named, person, row };
  }

  /**
   * Opens the requested variant, or the original picture if the disk has no space for its preview. Returns undefined
   * for a DICOM file without a preview, which is not an error.
   */
  async function openVariant(row: repo.OwnedFile, requested: Variant, requester: Requester) {
    const isPicture = formatFromType(row.content_type) !== undefined;
    const isPreview = requested === 'preview';
    if (isPreview && !hasPreview(row.content_type)) throw notFound(fileMessages.notFound);
    const preview = isPreview
      ? await previewStore.open(row.id, row.content_type, requester).catch(onDiskFull)
      : 'disk full';
    if (isPreview && !isPicture && (!preview || preview === 'disk full')) return undefined;
    if (!preview) throw notFound(fileMessages.notFound);
    return preview === 'disk full'
      ? ({ variant: 'original', object: await openOriginal(storage, row) } as const)
      : ({ variant: 'preview', object: preview } as const);
  }

  return {
    /** Changes whenever the links in responses do. */
    linkEpoch: (): string => links.epoch().toString(36),

    /** A link per row, valid for one session. Must be cheap: it runs for every row of every list. */
    present(rows: readonly FileRow[], sessionId: string): FileLink[] {
      return rows.map(({ id, name, size, content_type: contentType }) => {
        const fileId = id;
        const url = links.sign({ fileId, sessionId, size, variant: 'original' });
        if (!hasPreview(contentType) || size > MAX_IMAGE_BYTES || previewStore.isBroken(fileId))
          return { id, name, url, size, contentType };
        const previewUrl = links.sign({ fileId, sessionId, size, variant: 'preview' });
        return { id, name, url, size, contentType, previewUrl };
      });
    },

    /**
     * Opens the file of a capability; the caller closes it. Throws 404 if it does not exist or the session has no
     * access, 410 for an expired link. Returns undefined if there is no preview.
     */
    async open(
      capability: string,
      { address, signal }: { address: string; signal?: AbortSignal },
    ): Promise<Delivery | undefined> {
      const { named, person, row } = await authorizeLink(capability);
      const opened = await openVariant(row, named.variant, { actor: person, signal });
      if (!opened) return undefined;
      const { variant, object } = opened;
      const recordView = () =>
        viewRecorder.recordViewOnce({ ...named, variant }, { ...person, address });
      return { object, variant, ...describeVariant(row, variant), recordView };
    },

    /** Removes previews of deleted, restorable files; a sweep removes those that fail. */
    async removePreviews(ids: readonly string[]): Promise<void> {
      await Promise.allSettled(ids.map((id) => storage.remove(previewKey(id))));
    },

    /** Removes bytes and previews after their rows; a sweep removes those that fail. */
    async deleteFiles(ids: readonly string[]): Promise<void> {
      await Promise.allSettled(
        ids.map(async (id) => {
          await storage.remove(`files/${id}`);
          await storage.remove(previewKey(id));
        }),
      );
      await media.forget(ids);
    },
  };
}

function onDiskFull(error: unknown): 'disk full' {
  if (isDiskFull(error)) return 'disk full';
  throw error;
}

/** The data of the response headers. */
function describeVariant(row: repo.OwnedFile, variant: Variant) {
  const isOriginal = variant === 'original';
  const originalType = acceptedTypes.has(row.content_type)
    ? row.content_type
    : 'application/octet-stream';
  const key: StorageKey = isOriginal ? `files/${row.id}` : previewKey(row.id);
  return {
    key,
    name: row.name,
    contentType: isOriginal ? originalType : 'image/webp',
    etag: `"${row.id}.${row.crc32.toString(16)}${isOriginal ? '' : '.p'}"`,
    modifiedAt: new Date(row.created_at),
  };
}

const canView = (person: Identity, file: repo.OwnedFile) =>
  (person.role === 'admin' && !person.mustEnrol) || person.personId === file.partner_id;

async function openOriginal(storage: Storage, row: repo.OwnedFile): Promise<StoredObject> {
  const object = await storage.open(`files/${row.id}`);
  if (object.size === row.size) return object;
  await object.close();
  throw new Error(`file ${row.id} has ${object.size} bytes, its row says ${row.size}`);
}
