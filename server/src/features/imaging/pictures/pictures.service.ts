import { subtle } from 'node:crypto';
import {
  type PictureKind,
  type PictureWidth,
  pictureMessages,
} from '@deqiq/contract/imaging/pictures.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { isUnavailable, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { UndecodableFile } from '../../../platform/media/decoder-errors.ts';
import type { Requester } from '../../../platform/media/decoding-attempts.ts';
import type { JobKind, JobResult, Jobs, PictureFormat } from '../../../platform/media/jobs.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import { putObject } from '../../../platform/storage/small-objects.ts';
import type {
  Checksum,
  Storage,
  StorageKey,
  StoredObject,
} from '../../../platform/storage/storage.ts';
import { isoNow } from '../../../platform/time.ts';
import {
  checkPicture,
  damagedError,
  type PictureRules,
  type SentPicture,
  shipmentRules,
  staffRules,
} from './picture-check.ts';
import { bestWidth, pictureCollector, storedWidths } from './picture-files.ts';
import * as repo from './pictures.repo.ts';

interface Deps {
  db: Db;
  storage: Storage;
  media: Pick<MediaService, 'run'>;
  now: () => number;
}

/** A stored picture without a row. */
export interface StoredPicture {
  readonly id: string;
  readonly kind: PictureKind;
  /** Upright width in pixels of the original. */
  readonly width: number;
}

export type PicturesService = ReturnType<typeof picturesService>;

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The public file name of a picture. */
export const pictureFileName = (id: string): string => `${id}.webp`;

/**
 * Public pictures of clinics and doctors. Files are stored before the transaction that refers to them and deleted
 * after the one that removes the reference, so that no row refers to a missing file.
 */
export function picturesService({ db, storage, media, now }: Deps) {
  /** Runs a decoder job on the bytes of a form; their hash identifies them in the list of failures. */
  async function run<Kind extends JobKind>(
    kind: Kind,
    params: Jobs[Kind]['params'],
    bytes: Buffer,
    requester: Requester,
  ): Promise<JobResult<Kind>> {
    const hash = Buffer.from(await subtle.digest('SHA-256', new Uint8Array(bytes)));
    const subject = `sha256-${hash.toString('base64url')}`;
    return media.run(kind, params, bytes, { ...requester, subject });
  }

  /** Runs a job; throws 415 if the pixels cannot be decoded. */
  async function decode<Kind extends JobKind>(
    kind: Kind,
    params: Jobs[Kind]['params'],
    sent: SentPicture,
    rules: PictureRules,
    requester: Requester,
  ): Promise<readonly Buffer[]> {
    const result = await run(kind, params, sent.file.bytes, requester).catch((error: unknown) => {
      throw error instanceof UndecodableFile ? damagedError(sent, rules) : error;
    });
    return result.outputs;
  }

  const check = (sent: SentPicture, rules: PictureRules, requester: Requester) =>
    checkPicture(sent, rules, async (bytes, format) => {
      return (await run('inspect', { format }, bytes, requester)).value;
    });

  const remove = (pictures: readonly Pick<StoredPicture, 'id' | 'width'>[]) =>
    Promise.allSettled(
      pictures.flatMap(({ id, width }) =>
        storedWidths(width).map((stored) => storage.remove(pictureKey(id, stored))),
      ),
    );

  async function storeOne(
    kind: PictureKind,
    sent: SentPicture,
    width: number,
    requester: Requester,
  ) {
    const picture: StoredPicture = { id: newId(), kind, width };
    const widths = storedWidths(width);
    const variants = await decode('resize', { widths }, sent, staffRules, requester);
    try {
      for (const [index, each] of widths.entries())
        await putObject(storage, pictureKey(picture.id, each), variants[index] ?? Buffer.alloc(0));
    } catch (error) {
      await remove([picture]);
      throw error;
    }
    return picture;
  }

  async function store(
    kind: PictureKind,
    sent: readonly SentPicture[],
    requester: Requester,
  ): Promise<StoredPicture[]> {
    const widths: number[] = [];
    for (const each of sent) widths.push((await check(each, staffRules, requester)).width);
    const pictures: StoredPicture[] = [];
    try {
      for (const [index, each] of sent.entries())
        pictures.push(await storeOne(kind, each, widths[index] ?? 0, requester));
    } catch (error) {
      await remove(pictures);
      throw error;
    }
    return pictures;
  }

  return {
    /** See picture-files.ts. */
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
      const pictures = await store(kind, sent, requester);
      try {
        return await write(pictures);
      } catch (error) {
        // After a lost connection the transaction may have committed; then a sweep decides later.
        if (!isUnavailable(error)) await remove(pictures);
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
      await remove(ids.map((id) => ({ id, width: Number.POSITIVE_INFINITY })));
    },

    /** Opens a public picture; the caller closes it. Throws 404 unless it is of this kind. */
    async open(kind: PictureKind, file: string, requested?: PictureWidth) {
      const [, id] = FILE.exec(file) ?? [];
      const row = id ? await repo.find(db, id) : undefined;
      if (row?.kind !== kind) throw notFound(pictureMessages.notFound);
      const width = bestWidth(row.width, requested);
      const key = pictureKey(row.id, width);
      const object: StoredObject = await storage.open(key);
      return { object, key, etag: `"${row.id}.${width}"`, modifiedAt: new Date(row.created_at) };
    },

    /**
     * Stores a partner's picture among the patients' files, without metadata and otherwise unchanged; the caller
     * inserts the row of checkup_files. Same checks as above with the rules and messages for partners.
     */
    async storeShipment(
      sent: SentPicture,
      requester: Requester,
    ): Promise<Checksum & { id: string; format: PictureFormat }> {
      const { format } = await check(sent, shipmentRules, requester);
      const [bytes] = await decode('strip-metadata', { format }, sent, shipmentRules, requester);
      const id = newId();
      const stored = await putObject(storage, `files/${id}`, bytes ?? Buffer.alloc(0));
      return { id, format, ...stored };
    },
  };
}

const pictureKey = (id: string, width: PictureWidth): StorageKey => `pictures/${id}-${width}`;
