import type { PictureKind, PictureWidth } from '@deqiq/contract/imaging/pictures.ts';
import * as pictureMessages from '@deqiq/messages/imaging/pictures.js';
import type { Db } from '../../../platform/db/tables.ts';
import { isUnavailable, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Requester } from '../../../platform/media/decoding-attempts.ts';
import type { PictureFormat, PngBox } from '../../../platform/media/jobs.ts';
import { putObject, readObject } from '../../../platform/storage/small-objects.ts';
import type { Checksum, StoredObject } from '../../../platform/storage/storage.ts';
import { isoNow } from '../../../platform/time.ts';
import { type PictureRules, type SentPicture, shipmentRules } from './picture-check.ts';
import { bestWidth, pictureCollector } from './picture-files.ts';
import * as repo from './pictures.repo.ts';
import {
  checkSent,
  decodeSent,
  pictureKey,
  removeStored,
  type StoredPicture,
  type StoringDeps,
  storePictures,
} from './stored-pictures.ts';

interface Deps extends StoringDeps {
  db: Db;
  now: () => number;
}

export type PicturesService = ReturnType<typeof picturesService>;

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

export type { PictureRules };

export const pictureFileName = (id: string): string => `${id}.webp`;

/**
 * Public pictures of clinics and doctors. Files are stored before the transaction that refers to them and deleted
 * after the one that removes the reference, so that no row refers to a missing file.
 */
export function picturesService(deps: Deps) {
  const { db, storage, media, now } = deps;
  return {
    sweep: pictureCollector({ db, storage, now }),

    /**
     * Stores all pictures, then runs `write`, the transaction that attaches them. If it fails, the files are deleted.
     * Throws 415 for a wrong type or damaged picture, 413 if too large, with the field.
     */
    async storeAndRun<T>(
      kind: PictureKind,
      sent: readonly SentPicture[],
      requester: Requester,
      write: (pictures: readonly StoredPicture[]) => Promise<T>,
    ): Promise<T> {
      const pictures = await storePictures(deps, kind, sent, requester);
      try {
        return await write(pictures);
      } catch (error) {
        // After a lost connection the transaction may have committed; then a sweep decides later.
        if (!isUnavailable(error)) await removeStored(deps, pictures);
        throw error;
      }
    },

    /** Inserts the rows; call it in the transaction that refers to them, before the reference. */
    attach: (tx: Db, pictures: readonly StoredPicture[]) => {
      const created_at = isoNow(now);
      return repo.insert(
        tx,
        pictures.map((picture) => ({ ...picture, created_at })),
      );
    },

    /** Removes the rows; call it in the transaction that removes the reference. Then call deleteFiles. */
    detach: (tx: Db, ids: readonly string[]) => repo.remove(tx, ids),

    /** Deletes the files after their rows; a sweep removes those that fail. */
    async deleteFiles(ids: readonly string[]): Promise<void> {
      await removeStored(
        deps,
        ids.map((id) => ({ id, width: Number.POSITIVE_INFINITY })),
      );
    },

    /** Opens a public picture; the caller closes it. Throws 404 unless it is of this kind. */
    async open(kind: PictureKind, file: string, requested?: PictureWidth) {
      const [, id] = FILE.exec(file) ?? [];
      const row = id ? await repo.find(db, id) : undefined;
      if (row?.kind !== kind) throw notFound(pictureMessages.notFound());
      const width = bestWidth(row.width, requested);
      const key = pictureKey(row.id, width);
      const object: StoredObject = await storage.open(key);
      return { object, key, etag: `"${row.id}.${width}"`, modifiedAt: new Date(row.created_at) };
    },

    /** A public picture on white, as PNG, for documents. Throws 404. */
    async renderPng(kind: PictureKind, file: string, box: PngBox): Promise<Uint8Array> {
      const [, id = ''] = FILE.exec(file) ?? [];
      const row = await repo.find(db, id);
      if (row?.kind !== kind) throw notFound(pictureMessages.notFound());
      const key = pictureKey(id, bestWidth(row.width, undefined));
      const client = { actor: { role: 'admin', personId: key }, subject: key } as const;
      const { outputs } = await media.run(
        'encode-png',
        box,
        await readObject(storage, key),
        client,
      );
      return outputs[0] ?? Buffer.alloc(0);
    },

    /** Stores a partner's picture as a patient's file without metadata; the caller inserts its row. */
    async storeShipment(
      sent: SentPicture,
      requester: Requester,
    ): Promise<Checksum & { id: string; format: PictureFormat }> {
      const { format } = await checkSent(deps, sent, shipmentRules, requester);
      const [bytes] = await decodeSent(
        deps,
        'strip-metadata',
        { format },
        sent,
        shipmentRules,
        requester,
      );
      const id = newId();
      const stored = await putObject(storage, `files/${id}`, bytes ?? Buffer.alloc(0));
      return { id, format, ...stored };
    },
  };
}
