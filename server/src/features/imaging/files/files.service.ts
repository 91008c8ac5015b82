import { createHash } from 'node:crypto';
import { acceptedFileTypes, type FileLink, fileMessages } from '@deqiq/contract/imaging/files.ts';
import { type DerivedName, isDerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor, Identity } from '../../../platform/http/identity.ts';
import { storedZip } from '../../../platform/http/sending/stored-zip.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import { checkedObject } from '../../../platform/storage/checked-object.ts';
import type {
  ReadableObject,
  Storage,
  StorageKey,
  StoredObject,
} from '../../../platform/storage/storage.ts';
import type { Visit, VisitsService } from '../../examinations/shares/visits.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type {
  ExpectedPatient,
  FileReader,
  ImagingService,
  ListedFile,
} from '../imaging/imaging.service.ts';
import * as repo from './files.repo.ts';
import { type Capability, fileLinks, type Variant } from './links.ts';
import { onceInWindow } from './view-recorder.ts';

interface Deps {
  db: Db;
  storage: Storage;
  media: Pick<MediaService, 'forget'>;
  imaging: Pick<ImagingService, 'present' | 'hasPreview' | 'open'>;
  sessions: { findLive(sessionId: string): Promise<Identity | undefined> };
  /** Sessions of people who have opened a share. */
  visits: Pick<VisitsService, 'findForFile' | 'noteDownload'>;
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

/** The reader of a link: a signed-in person or the visitor of a share. */
type Viewer =
  | { readonly person: Identity; readonly visit?: never }
  | { readonly visit: Visit; readonly person?: never };

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

export type FilesService = ReturnType<typeof filesService>;

const acceptedTypes: ReadonlySet<string> = new Set(Object.values(acceptedFileTypes));

/** Links to files, and access to them. */
export function filesService(deps: Deps) {
  const { db, storage, media, imaging, sessions, visits, audit, secret, now } = deps;
  const links = fileLinks({ secret, now });
  const recordOnce = onceInWindow(links.epoch);

  /** Verifies a capability, its session and the right to view the file. Throws 404 or 410. */
  async function authorizeLink(capability: string) {
    const named = links.verify(capability);
    if (named === 'expired') throw new AppError('gone', 410, fileMessages.expired);
    const row = named === 'invalid' ? undefined : await repo.find(db, named.fileId);
    const viewer = named === 'invalid' || !row ? undefined : await findViewer(named, row);
    if (named === 'invalid' || !row || !viewer) throw notFound(fileMessages.notFound);
    return { named, viewer, row };
  }

  async function findViewer(
    { sessionId, fileId }: Capability,
    row: repo.OwnedFile,
  ): Promise<Viewer | undefined> {
    const person = await sessions.findLive(sessionId);
    if (person) return canView(person, row) ? { person } : undefined;
    const visit = await visits.findForFile(sessionId, fileId);
    return visit && { visit };
  }

  /** One audit row per session, file, action and link window, however many ranges are requested. */
  async function recordView(named: Capability, viewer: Viewer, address: string): Promise<void> {
    const { sessionId, fileId, variant } = named;
    const action = variant === 'original' ? 'download' : 'view';
    await recordOnce(`${sessionId}.${fileId}.${action}`, async () => {
      const entry = { action, object: 'file', objectId: fileId, result: 'ok' } as const;
      await audit.recordView({ ...entry, ...describeViewer(viewer, address) });
      if (viewer.visit && action === 'download') await visits.noteDownload(viewer.visit);
    });
  }

  async function openOriginalOf(row: repo.OwnedFile) {
    const { id, object_id: objectId, name, crc32 } = row;
    const key = `files/${objectId}` as const;
    return {
      object: checkedObject(await openOriginal(storage, row), { name: key, crc32 }),
      key,
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
    present(
      rows: readonly FileRow[],
      sessionId: string,
      about: { readonly reader?: FileReader; readonly expected?: ExpectedPatient | undefined } = {},
    ): FileLink[] {
      return rows.map((row) => {
        const { id, name, size, content_type: contentType } = row;
        const sign = (variant: Variant) => links.sign({ fileId: id, sessionId, size, variant });
        const presented = imaging.present(row, {
          url: () => `${sign('derived')}/`,
          ...about,
        });
        return {
          id,
          name,
          url: sign('original'),
          size,
          contentType,
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
      const { named, viewer, row } = await authorizeLink(capability);
      const { variant } = named;
      const derivedName = name !== undefined && isDerivedName(name) ? name : undefined;
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
        recordView: () => recordView(named, viewer, address),
      };
    },

    /**
     * Records that a person opens a file by another way than a link: one audit row as for links. `onRecord` runs as often
     * as a row is written.
     */
    async recordOpening(
      person: Actor,
      { fileId, action }: { fileId: string; action: 'view' | 'download' },
      onRecord: () => Promise<unknown>,
    ): Promise<void> {
      await recordOnce(`${person.sessionId}.${fileId}.${action}`, async () => {
        const entry = { action, object: 'file', objectId: fileId, result: 'ok' } as const;
        await audit.recordView({ ...entry, actor: person });
        await onRecord();
      });
    },

    /** These files as one ZIP for the visitor of a share; the caller closes it. */
    async openZip(
      ids: readonly string[],
      { visit, name, address }: { visit: Visit; name: string; address: string },
    ): Promise<Omit<Delivery, 'key'>> {
      const rows = await repo.listByIds(db, ids);
      const object = storedZip(
        rows.map((row) => ({
          name: row.name,
          size: row.size,
          crc32: row.crc32,
          modifiedAt: new Date(row.created_at),
          open: () => openOriginal(storage, row),
        })),
      );
      const version = rows.map((row) => `${row.id}.${row.crc32}.${row.name}`).join('\n');
      return {
        object,
        name,
        contentType: 'application/zip',
        etag: `"${createHash('sha256').update(version).digest('base64url')}"`,
        modifiedAt: new Date(Math.max(...rows.map((row) => Date.parse(row.created_at)))),
        recordView: () =>
          recordOnce(`${visit.id}.zip`, async () => {
            const who = describeViewer({ visit }, address);
            const what = { action: 'download', object: 'file', result: 'ok' } as const;
            await Promise.all(
              rows.map(({ id }) => audit.recordView({ ...what, ...who, objectId: id })),
            );
            await visits.noteDownload(visit);
          }),
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
function describeDerived(fileName: string, derivedName: DerivedName) {
  const name = derivedName.replace(/^\d+-/, '');
  if (name === 'meta') return { name: `${fileName}.json`, contentType: 'application/json' };
  return name.startsWith('preview')
    ? { name: `${fileName}.webp`, contentType: 'image/webp' }
    : { name: `${fileName}.${name}`, contentType: 'application/octet-stream' };
}

const canView = (person: Identity, file: repo.OwnedFile) =>
  (person.role === 'admin' && !person.mustEnrol) ||
  (person.personId === file.partner_id && file.patient_check !== 'different');

function describeViewer({ person, visit }: Viewer, address: string) {
  if (person) return { actor: { ...person, address } };
  return { actor: null, address, detail: `share ${visit.share_id}` };
}

async function openOriginal(
  storage: Storage,
  row: Pick<repo.LocatedFile, 'id' | 'object_id' | 'size'>,
): Promise<StoredObject> {
  const object = await storage.open(`files/${row.object_id}`);
  if (object.size === row.size) return object;
  await object.close();
  throw new Error(`file ${row.id} has ${object.size} bytes, its row says ${row.size}`);
}
