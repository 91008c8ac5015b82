import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { isDerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { notFound } from '../../../platform/errors.ts';
import type { Visit } from '../../../platform/http/identity.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type {
  ExpectedPatient,
  ImagingService,
  ListedFile,
  ReaderKind,
} from '../imaging/imaging.service.ts';
import { type Delivery, openDerived, openOriginal, openZip } from './deliveries.ts';
import { type AccessDeps, authorizeLink } from './file-access.ts';
import { fileViews } from './file-views.ts';
import * as repo from './files.repo.ts';
import { fileLinks, type Variant } from './links.ts';
import { readNotes } from './notes.ts';

interface Deps extends Omit<AccessDeps, 'links'> {
  storage: Storage;
  media: Pick<MediaService, 'forget'>;
  imaging: Pick<ImagingService, 'present' | 'hasPreview' | 'open'>;
  visits: AccessDeps['visits'] & { noteDownload(visit: Visit): Promise<unknown> };
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

export type FilesService = ReturnType<typeof filesService>;

export function filesService({ secret, now, ...deps }: Deps) {
  const { db, storage, media, imaging, sessions, visits, audit } = deps;
  const links = fileLinks({ secret, now });
  const views = fileViews({ audit, visits, epoch: links.epoch });

  return {
    /** Changes whenever the links in responses do. */
    linkEpoch: (): string => links.epoch().toString(36),

    /** A link per row, valid for one session; `expected`: the patient, for staff. Runs for every row of every list. */
    present(
      rows: readonly FileRow[],
      sessionId: string,
      about: { readonly reader?: ReaderKind; readonly expected?: ExpectedPatient | undefined } = {},
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
     * Opens the file of a link, or one of its derived objects; the caller closes it. Throws 404 if it does not exist or
     * the session has no access, 410 for an expired link. Returns undefined if there is no preview.
     */
    async open(
      link: string,
      { name, address }: { name?: string | undefined; address: string },
    ): Promise<Delivery | undefined> {
      const { capability, reader, row } = await authorizeLink(
        { db, links, sessions, visits },
        link,
      );
      const derivedName = name !== undefined && isDerivedName(name) ? name : undefined;
      const isDerived = capability.variant === 'derived';
      if (isDerived !== (name !== undefined) || (isDerived && !derivedName))
        throw notFound(storageMessages.notFound());
      const opened =
        capability.variant === 'original'
          ? await openOriginal(storage, row)
          : await openDerived(imaging, row, derivedName ?? 'preview');
      if (!opened && isDerived) throw notFound(storageMessages.notFound());
      if (!opened) return undefined;
      return {
        ...opened,
        modifiedAt: new Date(row.created_at),
        recordView: () => views.recordLink(capability, reader, address),
      };
    },

    /** Records an opening without a link: one audit row, as for links. `onRecord` runs as often as a row is written. */
    recordOpening: views.recordOpening,

    /** These files as one ZIP for the visitor of a share; the caller closes it. */
    async openZip(
      ids: readonly string[],
      { visit, name, address }: { visit: Visit; name: string; address: string },
    ): Promise<Omit<Delivery, 'key'>> {
      const rows = await repo.listByIds(db, ids);
      const sent = rows.map(({ id }) => id);
      return {
        ...openZip(storage, rows, name),
        recordView: () => views.recordZip(sent, visit, address),
      };
    },

    /** The content of those files that are short texts in UTF-8, by their ids: opinions that are read on a page. */
    readNotes: (files: readonly FileLink[]) => readNotes(db, storage, files),

    /** Removes bytes after their rows; a sweep removes those that fail. */
    async deleteFiles(ids: readonly string[]): Promise<void> {
      await Promise.allSettled(ids.map((id) => storage.remove(`files/${id}`)));
      await media.forget(ids);
    },
  };
}
