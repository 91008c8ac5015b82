import { randomUUIDv7, subtle } from 'node:crypto';
import { type PictureKind, type PictureWidth, pictureMessages } from '@deqiq/contract/pictures.ts';
import type { Db } from '../../platform/db/tables.ts';
import { isUnavailable, notFound } from '../../platform/errors.ts';
import type { JobKind, JobResult, Jobs, PictureFormat } from '../../platform/media/jobs.ts';
import {
  type MediaService,
  type Requester,
  UndecodableFile,
} from '../../platform/media/media.service.ts';
import { putObject } from '../../platform/storage/small-objects.ts';
import type {
  Checksum,
  Storage,
  StorageKey,
  StoredObject,
} from '../../platform/storage/storage.ts';
import {
  checkPicture,
  damagedError,
  type PictureRules,
  type SentPicture,
  shipmentRules,
  staffRules,
} from './picture-check.ts';
import { pictureCollector } from './picture-collector.ts';
import { bestWidth, storedWidths } from './picture-files.ts';
import * as repo from './pictures.repo.ts';

interface Deps {
  db: Db;
  storage: Storage;
  media: Pick<MediaService, 'run'>;
  now: () => number;
}

/** A picture whose bytes are kept and whose row is not yet written. */
export interface StoredPicture {
  readonly id: string;
  readonly kind: PictureKind;
  /** Pixels, upright, as it was sent. */
  readonly width: number;
}

export type PicturesService = ReturnType<typeof picturesService>;

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The name under which a picture is asked for. */
export const pictureFileName = (id: string): string => `${id}.webp`;

/**
 * Public pictures of clinics and doctors. Bytes are kept before the transaction that owns them and go
 * after the one that gives them up, so that no row ever leads to nothing.
 */
export function picturesService({ db, storage, media, now }: Deps) {
  /** Runs a job on the bytes of a form, which are remembered by their hash. */
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

  /** Refuses (415) a picture whose header was fine and whose pixels are not. */
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

  const remove = (kept: readonly Pick<StoredPicture, 'id' | 'width'>[]) =>
    Promise.allSettled(
      kept.flatMap(({ id, width }) =>
        storedWidths(width).map((kept) => storage.remove(pictureKey(id, kept))),
      ),
    );

  async function storeOne(
    kind: PictureKind,
    sent: SentPicture,
    width: number,
    requester: Requester,
  ) {
    const picture: StoredPicture = { id: randomUUIDv7(), kind, width };
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
    const kept: StoredPicture[] = [];
    try {
      for (const [index, each] of sent.entries())
        kept.push(await storeOne(kind, each, widths[index] ?? 0, requester));
    } catch (error) {
      await remove(kept);
      throw error;
    }
    return kept;
  }

  return {
    /** Removes bytes that no row leads to; see sweeper.ts. */
    sweep: pictureCollector({ db, storage, now }),

    /**
     * Keeps pictures, all or none, and runs the transaction that owns them (`own`). When that fails their
     * bytes are gone again. Wrong type or damaged: 415, too large: 413, each naming its field.
     */
    async storeAndRun<T>(
      kind: PictureKind,
      sent: readonly SentPicture[],
      requester: Requester,
      write: (kept: readonly StoredPicture[]) => Promise<T>,
    ): Promise<T> {
      const kept = await store(kind, sent, requester);
      try {
        return await write(kept);
      } catch (error) {
        // A database that went away may have committed: then the sweeper decides, when it can be asked.
        if (!isUnavailable(error)) await remove(kept);
        throw error;
      }
    },

    /** In the transaction that refers to them, before it does. */
    attach: (tx: Db, kept: readonly StoredPicture[]) => {
      const created_at = new Date(now()).toISOString();
      return repo.insert(
        tx,
        kept.map((picture) => ({ ...picture, created_at })),
      );
    },

    /** In the transaction that no longer refers to them, after it does. Their bytes are then discarded. */
    detach: (tx: Db, ids: readonly string[]) => repo.remove(tx, ids),

    /** After their rows are gone: removes their bytes. What cannot be removed now, the sweeper takes. */
    async deleteFiles(ids: readonly string[]): Promise<void> {
      await remove(ids.map((id) => ({ id, width: Number.POSITIVE_INFINITY })));
    },

    /** A public picture; the caller closes it. 404 unless it is one of this kind. */
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
     * Keeps what a partner has sent among the patients' files, without its metadata and otherwise as it is:
     * bytes first, the row of checkup_files is the caller's. Refused like the others, without gif, in the
     * partner's language.
     */
    async storeShipment(
      sent: SentPicture,
      requester: Requester,
    ): Promise<Checksum & { id: string; format: PictureFormat }> {
      const { format } = await check(sent, shipmentRules, requester);
      const [bytes] = await decode('strip-metadata', { format }, sent, shipmentRules, requester);
      const id = randomUUIDv7();
      const stored = await putObject(storage, `files/${id}`, bytes ?? Buffer.alloc(0));
      return { id, format, ...stored };
    },
  };
}

const pictureKey = (id: string, width: PictureWidth): StorageKey => `pictures/${id}-${width}`;
