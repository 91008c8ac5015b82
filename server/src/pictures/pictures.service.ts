import { randomUUIDv7 } from 'node:crypto';
import { type PictureKind, type PictureWidth, pictureMessages } from '@deqiq/contract/pictures.ts';
import type { Db } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { putObject } from '../storage/put.ts';
import type { Checksum, Storage, StorageKey, StoredObject } from '../storage/storage.ts';
import { turns } from '../storage/turns.ts';
import {
  checkPicture,
  isDamaged,
  type PictureRules,
  type SentPicture,
  shipmentRules,
  staffRules,
} from './picture-check.ts';
import * as repo from './pictures.repo.ts';
import { picturesSweeper } from './sweeper.ts';
import { bestWidth, keptWidths, variantsOf, wholeOf } from './variants.ts';

interface Deps {
  db: Db;
  storage: Storage;
  now?: () => number;
}

/** A picture whose bytes are kept and whose row is not yet written. */
export interface KeptPicture {
  readonly id: string;
  readonly kind: PictureKind;
  /** Pixels, upright, as it was sent. */
  readonly width: number;
}

export type PicturesService = ReturnType<typeof picturesService>;

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The name under which a picture is asked for. */
export const fileNameOf = (id: string): string => `${id}.webp`;

/**
 * Public pictures of clinics and doctors. Bytes are kept before the transaction that owns them and go
 * after the one that gives them up, so that no row ever leads to nothing.
 */
export function picturesService({ db, storage, now = Date.now }: Deps) {
  const queue = turns();
  // One at a time: decoding takes one of the few threads that files are read with, and much memory.
  const inTurn = <T>(work: () => Promise<T>) => queue.take('picture', work);

  const remove = (kept: readonly Pick<KeptPicture, 'id' | 'width'>[]) =>
    Promise.allSettled(
      kept.flatMap(({ id, width }) =>
        keptWidths(width).map((kept) => storage.remove(keyOf(id, kept))),
      ),
    );

  async function keepOne(kind: PictureKind, sent: SentPicture, width: number) {
    const picture: KeptPicture = { id: randomUUIDv7(), kind, width };
    const variants = await inTurn(() => decodable(sent, staffRules, variantsOf, width));
    try {
      for (const each of variants)
        await putObject(storage, keyOf(picture.id, each.width), each.bytes);
    } catch (error) {
      await remove([picture]);
      throw error;
    }
    return picture;
  }

  async function keep(kind: PictureKind, sent: readonly SentPicture[]): Promise<KeptPicture[]> {
    const widths: number[] = [];
    for (const each of sent)
      widths.push((await inTurn(() => checkPicture(each, staffRules))).width);
    const kept: KeptPicture[] = [];
    try {
      for (const [index, each] of sent.entries())
        kept.push(await keepOne(kind, each, widths[index] ?? 0));
    } catch (error) {
      await remove(kept);
      throw error;
    }
    return kept;
  }

  return {
    /** Removes bytes that no row leads to; see sweeper.ts. */
    sweep: picturesSweeper({ db, storage, now }),

    /**
     * Keeps pictures, all or none, and runs the transaction that owns them (`own`). When that fails their
     * bytes are gone again. Wrong type or damaged: 415, too large: 413, each naming its field.
     */
    async keepFor<T>(
      kind: PictureKind,
      sent: readonly SentPicture[],
      write: (kept: readonly KeptPicture[]) => Promise<T>,
    ): Promise<T> {
      const kept = await keep(kind, sent);
      try {
        return await write(kept);
      } catch (error) {
        // A database that went away may have committed: then the sweeper decides, when it can be asked.
        if (!isOutage(error)) await remove(kept);
        throw error;
      }
    },

    /** In the transaction that refers to them, before it does. */
    own: (tx: Db, kept: readonly KeptPicture[]) => {
      const created_at = new Date(now()).toISOString();
      return repo.insert(
        tx,
        kept.map((picture) => ({ ...picture, created_at })),
      );
    },

    /** In the transaction that no longer refers to them, after it does. Their bytes are then discarded. */
    disown: (tx: Db, ids: readonly string[]) => repo.remove(tx, ids),

    /** After their rows are gone: removes their bytes. What cannot be removed now, the sweeper takes. */
    async discard(ids: readonly string[]): Promise<void> {
      await remove(ids.map((id) => ({ id, width: Number.POSITIVE_INFINITY })));
    },

    /** A public picture; the caller closes it. 404 unless it is one of this kind. */
    async open(kind: PictureKind, file: string, wish?: PictureWidth) {
      const [, id] = FILE.exec(file) ?? [];
      const row = id ? await repo.find(db, id) : undefined;
      if (row?.kind !== kind) throw notFound(pictureMessages.notFound);
      const width = bestWidth(row.width, wish);
      const key = keyOf(row.id, width);
      const object: StoredObject = await storage.open(key);
      return { object, key, etag: `"${row.id}.${width}"`, modifiedAt: new Date(row.created_at) };
    },

    /**
     * Keeps what a partner has sent among the patients' files, at its full size: bytes first, the row of
     * checkup_files is the caller's. Refused like the others, without gif, in the partner's language.
     */
    async keepShipment(sent: SentPicture): Promise<Checksum & { id: string; contentType: string }> {
      await inTurn(() => checkPicture(sent, shipmentRules));
      const bytes = await inTurn(() => decodable(sent, shipmentRules, wholeOf));
      const id = randomUUIDv7();
      return { id, contentType: 'image/webp', ...(await putObject(storage, `files/${id}`, bytes)) };
    },
  };
}

const keyOf = (id: string, width: PictureWidth): StorageKey => `pictures/${id}-${width}`;

async function decodable<T, Rest extends unknown[]>(
  sent: SentPicture,
  rules: PictureRules,
  decode: (bytes: Buffer, ...rest: Rest) => Promise<T>,
  ...rest: Rest
): Promise<T> {
  return decode(sent.file.bytes, ...rest).catch(() => Promise.reject(isDamaged(sent, rules)));
}

/** Whether the database went away: a transaction may have been kept all the same. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 503;
