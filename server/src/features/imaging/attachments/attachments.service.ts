import { findContentType } from '@deqiq/contract/imaging/files.ts';
import { MAX_ATTACHMENT_BYTES } from '@deqiq/contract/referrals/referrals.ts';
import { AppError, isUnavailable } from '../../../platform/errors.ts';
import { toVisibleName } from '../../../platform/http/bodies/file-name.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { FilesService } from '../files/files.service.ts';
import type { PicturesService } from '../pictures/pictures.service.ts';

interface Deps {
  readonly pictures: Pick<PicturesService, 'storeShipment'>;
  readonly files: Pick<FilesService, 'deleteFiles'>;
}

/** A picture of a referral or a question that is stored, without a row. */
export interface StoredAttachment {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly content_type: string;
}

interface Requester {
  readonly actor: Actor;
  readonly signal?: AbortSignal | undefined;
}

/** Pictures under one key of a form. */
export interface SentAttachments {
  readonly field: string;
  readonly sent: readonly FormFile[];
  /** The sentence about one that is too large. */
  readonly tooLarge: () => string;
}

/** Stores pictures, then runs `write` with them; if it fails, they are deleted. */
export async function withAttachments<Result>(
  { pictures, files }: Deps,
  requester: Requester,
  { field, sent, tooLarge }: SentAttachments,
  write: (stored: readonly StoredAttachment[]) => Promise<Result>,
): Promise<Result> {
  const done: StoredAttachment[] = [];
  try {
    for (const file of sent) {
      if (file.bytes.length > MAX_ATTACHMENT_BYTES) {
        const message = tooLarge();
        throw new AppError('too-large', 413, message, [{ path: field, message }]);
      }
      done.push(await store(pictures, requester, field, file));
    }
    return await write(done);
  } catch (error) {
    // After a lost connection the transaction may have committed; then a sweep decides later.
    if (!isUnavailable(error)) await files.deleteFiles(done.map(({ id }) => id));
    throw error;
  }
}

async function store(
  pictures: Deps['pictures'],
  { actor, signal }: Requester,
  field: string,
  file: FormFile,
): Promise<StoredAttachment> {
  const { format, id, size, crc32 } = await pictures.storeShipment(
    { field, file },
    { actor, ...(signal && { signal }) },
  );
  const extension = format === 'jpeg' ? 'jpg' : format;
  const sentName = toVisibleName(file.fileName || field);
  const name = sentName.includes('.') ? sentName : `${sentName}.${extension}`;
  return { id, name, size, crc32, content_type: findContentType(name) ?? '' };
}
