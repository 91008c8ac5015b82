import { subtle } from 'node:crypto';
import type { PictureKind, PictureWidth } from '@deqiq/contract/imaging/pictures.ts';
import { newId } from '../../../platform/ids.ts';
import { UndecodableFile } from '../../../platform/media/decoder-errors.ts';
import type { Requester } from '../../../platform/media/decoding-attempts.ts';
import type { JobKind, JobResult, Jobs } from '../../../platform/media/jobs.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import { putObject } from '../../../platform/storage/small-objects.ts';
import type { Storage, StorageKey } from '../../../platform/storage/storage.ts';
import {
  checkPicture,
  damagedError,
  type PictureRules,
  type SentPicture,
  staffRules,
} from './picture-check.ts';
import { storedWidths } from './picture-files.ts';

export interface StoringDeps {
  storage: Storage;
  media: Pick<MediaService, 'run'>;
}

/** A stored picture without a row. */
export interface StoredPicture {
  readonly id: string;
  readonly kind: PictureKind;
  /** Upright width in pixels of the original. */
  readonly width: number;
}

/** Runs a decoder job on the bytes of a form; their hash identifies them in the list of failures. */
async function run<Kind extends JobKind>(
  { media }: Pick<StoringDeps, 'media'>,
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
export async function decodeSent<Kind extends JobKind>(
  deps: Pick<StoringDeps, 'media'>,
  kind: Kind,
  params: Jobs[Kind]['params'],
  sent: SentPicture,
  rules: PictureRules,
  requester: Requester,
): Promise<readonly Buffer[]> {
  const result = await run(deps, kind, params, sent.file.bytes, requester).catch(
    (error: unknown) => {
      throw error instanceof UndecodableFile ? damagedError(sent, rules) : error;
    },
  );
  return result.outputs;
}

export const checkSent = (
  deps: Pick<StoringDeps, 'media'>,
  sent: SentPicture,
  rules: PictureRules,
  requester: Requester,
) =>
  checkPicture(sent, rules, async (bytes, format) => {
    return (await run(deps, 'inspect', { format }, bytes, requester)).value;
  });

export const removeStored = (
  { storage }: Pick<StoringDeps, 'storage'>,
  pictures: readonly Pick<StoredPicture, 'id' | 'width'>[],
) =>
  Promise.allSettled(
    pictures.flatMap(({ id, width }) =>
      storedWidths(width).map((stored) => storage.remove(pictureKey(id, stored))),
    ),
  );

async function storeOne(
  deps: StoringDeps,
  kind: PictureKind,
  sent: SentPicture,
  width: number,
  requester: Requester,
) {
  const picture: StoredPicture = { id: newId(), kind, width };
  const widths = storedWidths(width);
  const { rules = staffRules } = sent;
  const variants = await decodeSent(deps, 'resize', { widths }, sent, rules, requester);
  try {
    for (const [index, each] of widths.entries())
      await putObject(
        deps.storage,
        pictureKey(picture.id, each),
        variants[index] ?? Buffer.alloc(0),
      );
  } catch (error) {
    await removeStored(deps, [picture]);
    throw error;
  }
  return picture;
}

export async function storePictures(
  deps: StoringDeps,
  kind: PictureKind,
  sent: readonly SentPicture[],
  requester: Requester,
): Promise<StoredPicture[]> {
  const widths: number[] = [];
  for (const each of sent)
    widths.push((await checkSent(deps, each, each.rules ?? staffRules, requester)).width);
  const pictures: StoredPicture[] = [];
  try {
    for (const [index, each] of sent.entries())
      pictures.push(await storeOne(deps, kind, each, widths[index] ?? 0, requester));
  } catch (error) {
    await removeStored(deps, pictures);
    throw error;
  }
  return pictures;
}

export const pictureKey = (id: string, width: PictureWidth): StorageKey =>
  `pictures/${id}-${width}`;
