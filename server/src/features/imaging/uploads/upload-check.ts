import { findContentType } from '@deqiq/contract/imaging/files.ts';
import type { UploadedFile } from '@deqiq/contract/imaging/uploads.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { toVisibleName } from '../../../platform/http/bodies/file-name.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import type { Storage, StorageKey } from '../../../platform/storage/storage.ts';
import { assertContentMatchesType, readPatients } from './content-check.ts';
import { deriveStoredId } from './upload-id.ts';

/** The uploading admin, and a signal for the disconnect of the client. */
export interface UploadRequester {
  readonly actor: Actor;
  readonly signal?: AbortSignal | undefined;
}

export interface CheckDeps {
  storage: Storage;
  media: Pick<MediaService, 'run'>;
}

export const uploadKey = (actor: Actor, fileId: string): StorageKey =>
  `files/${deriveStoredId(actor.personId, fileId)}`;

export const storedId = (key: StorageKey) => key.slice('files/'.length);

/** Checks an upload completely, before anything is changed. */
export async function checkUpload(
  deps: CheckDeps,
  requester: UploadRequester,
  file: UploadedFile,
  path: string,
) {
  const name = toVisibleName(file.fileName);
  try {
    return await checkFile(deps, requester, file, name);
  } catch (error) {
    throw error instanceof AppError ? withFileName(error, name, path) : error;
  }
}

async function checkFile(
  { storage, media }: CheckDeps,
  requester: UploadRequester,
  file: UploadedFile,
  name: string,
) {
  const { actor } = requester;
  const contentType = findAcceptedType(name);
  const key = uploadKey(actor, file.fileId);
  const state = await storage.inspect(key);
  if (!state) throw notFound(storageMessages.unknown());
  const count = Math.ceil(state.size / CHUNK_SIZE);
  const isWhole = state.finished || state.crc32 !== undefined;
  if (!isWhole || (file.totalChunks ?? count) !== count)
    throw invalid('files', storageMessages.incomplete());
  const object = await storage.open(key);
  let patients: readonly DescribedPatient[];
  try {
    const decoding = { ...requester, media, subject: storedId(key) };
    await assertContentMatchesType(contentType, object, decoding);
    patients = await readPatients(contentType, object, decoding);
  } finally {
    await object.close();
  }
  const checksum = state.finished ? undefined : toChecksum(state);
  const { size } = state;
  return { key, name, contentType, patients, fileId: file.fileId, size, expected: checksum };
}

/** Adds the file name to the message, because a call may contain several files. */
function withFileName({ code, status, message }: AppError, name: string, path: string): AppError {
  return new AppError(code, status, `${name}: ${message}`, [{ path, message }]);
}

export function findAcceptedType(name: string): string {
  const contentType = findContentType(name);
  if (!contentType) throw new AppError('unsupported-type', 415, uploadMessages.typeNotAccepted());
  return contentType;
}

function toChecksum({ size, crc32 }: { size: number; crc32: number | undefined }) {
  return crc32 === undefined ? undefined : { size, crc32 };
}
