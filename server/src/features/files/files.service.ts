import { acceptedFileTypes, type FileLink, fileMessages } from '@deqiq/contract/files.ts';
import { type DerivedName, derivedNames } from '@deqiq/contract/shared/derivatives.ts';
import type { Db } from '../../platform/db/tables.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Identity } from '../../platform/http/identity.ts';
import type { MediaService } from '../../platform/media/media.service.ts';
import type { Storage, StorageKey, StoredObject } from '../../platform/storage/storage.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ExpectedPatient, ImagingService, ListedFile } from '../imaging/imaging.service.ts';
import * as repo from './files.repo.ts';
import { fileLinks, type Variant } from './links.ts';
import { createViewRecorder } from './view-recorder.ts';

interface Deps {
  db: Db;
  storage: Storage;
  media: Pick<MediaService, 'forget'>;
  imaging: Pick<ImagingService, 'present' | 'hasPreview' | 'open'>;
  sessions: { findLive(sessionId: string): Promise<Identity | undefined> };
  audit: Pick<AuditService, 'recordView'>;
  secret: Uint8Array;
  now: () => number;
}

/** The columns that `present` needs. */
export interface FileRow extends ListedFile {
  readonly name: string;
  readonly size: number;
  readonly content_type: string;
}

/** An open file and the data of its response headers. */
export interface Delivery {
  readonly object: StoredObject;
  readonly key: StorageKey;
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
  const { db, storage, media, imaging, sessions, audit, secret, now } = deps;
  const links = fileLinks({ secret, now });
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

  async function openOriginalOf(row: repo.OwnedFile) {
    const { id, name, crc32 } = row;
    return {
      object: await openOriginal(storage, row),
      key: `files/${id}`,
      name,
      contentType: acceptedTypes.has(row.content_type)
        ? row.content_type
        : 'application/octet-stream',
      etag: `"${id}.${crc32.toString(16)}"`,
    } as const;
  }

  /** undefined where the file has no derived object of this name. */
  async function openDerived(row: repo.OwnedFile, name: DerivedName | 'preview') {
    const opened = await imaging.open(row.id, name);
    return (
      opened && {
        object: opened.object,
        key: opened.key,
        ...describeDerived(row.name, opened.name),
        etag: `"${row.id}.${opened.generation}.${opened.name}"`,
      }
    );
  }

  return {
    /** Changes whenever the links in responses do. */
    linkEpoch: (): string => links.epoch().toString(36),

    /**
     * A link per row, valid for one session. `expected`: the patient, where the answer is for staff. Must be cheap: it
     * runs for every row of every list.
     */
    present(rows: readonly FileRow[], sessionId: string, expected?: ExpectedPatient): FileLink[] {
      return rows.map((row) => {
        const { id, name, size, content_type: contentType } = row;
        const sign = (variant: Variant) => links.sign({ fileId: id, sessionId, size, variant });
        const presented = imaging.present(row, { url: () => `${sign('derived')}/`, expected });
        return {
          ...{ id, name, url: sign('original'), size, contentType },
          ...(imaging.hasPreview(row) && { previewUrl: sign('preview') }),
          imaging: presented,
        };
      });
    },

    /**
     * Opens the file of a capability, or one of its derived objects; the caller closes it. Throws 404 if it does not
     * exist or the session has no access, 410 for an expired link. Returns undefined if there is no preview.
     */
    async open(
      capability: string,
      { name, address }: { name?: string | undefined; address: string },
    ): Promise<Delivery | undefined> {
      const { named, person, row } = await authorizeLink(capability);
      const { variant } = named;
      const derivedName = derivedNames.find((known) => known === name);
      const isDerived = variant === 'derived';
      if (isDerived !== (name !== undefined) || (isDerived && !derivedName))
        throw notFound(fileMessages.notFound);
      const opened =
        variant === 'original'
          ? await openOriginalOf(row)
          : await openDerived(row, derivedName ?? 'preview');
      if (!opened && isDerived) throw notFound(fileMessages.notFound);
      if (!opened) return undefined;
      return {
        ...opened,
        modifiedAt: new Date(row.created_at),
        recordView: () => viewRecorder.recordViewOnce(named, { ...person, address }),
      };
    },

    /** Removes bytes after their rows; a sweep removes those that fail. */
    async deleteFiles(ids: readonly string[]): Promise<void> {
      await Promise.allSettled(ids.map((id) => storage.remove(`files/${id}`)));
      await media.forget(ids);
    },
  };
}

/** Name and type under which a derived object is sent. */
function describeDerived(fileName: string, name: DerivedName) {
  if (name === 'meta') return { name: `${fileName}.json`, contentType: 'application/json' };
  return name.startsWith('preview')
    ? { name: `${fileName}.webp`, contentType: 'image/webp' }
    : { name: `${fileName}.${name}`, contentType: 'application/octet-stream' };
}

const canView = (person: Identity, file: repo.OwnedFile) =>
  (person.role === 'admin' && !person.mustEnrol) || person.personId === file.partner_id;

async function openOriginal(storage: Storage, row: repo.OwnedFile): Promise<StoredObject> {
  const object = await storage.open(`files/${row.id}`);
  if (object.size === row.size) return object;
  await object.close();
  throw new Error(`file ${row.id} has ${object.size} bytes, its row says ${row.size}`);
}
