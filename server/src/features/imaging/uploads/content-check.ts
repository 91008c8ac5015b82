import { acceptedFileTypes } from '@deqiq/contract/imaging/files.ts';
import { MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import { isWithoutMeta, readPatientHead } from '../../../platform/dicom/patient.ts';
import { AppError } from '../../../platform/errors.ts';
import { UndecodableFile } from '../../../platform/media/decoder-errors.ts';
import type { Requester } from '../../../platform/media/decoding-attempts.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import { detectFormat, formatFromType } from '../../../platform/media/signature.ts';
import { isSurface, isSurfaceType } from '../../../platform/media/surface-format.ts';
import { readHead } from '../../../platform/storage/small-objects.ts';
import type { StoredObject } from '../../../platform/storage/storage.ts';
import { isDicom } from './dicom-head.ts';

/** Bytes inspected of other types than pictures; texts must not contain NUL among them. */
const HEAD_BYTES = 65_536;

export interface Decoding extends Requester {
  /** Identifies the object in the list of decoder failures. */
  readonly subject: string;
  readonly media: Pick<MediaService, 'run'>;
}

/** The patients that an upload names; [] where it is no DICOM, or its header cannot be read. */
export async function readPatients(
  contentType: string,
  object: StoredObject,
  { media, ...options }: Decoding,
): Promise<readonly DescribedPatient[]> {
  const isArchive = contentType === acceptedFileTypes.zip;
  if (!isArchive && contentType !== acceptedFileTypes.dcm) return [];
  const head = isArchive ? undefined : await readHead(object, HEAD_BYTES);
  if (head && isWithoutMeta(head)) return [];
  const patient = head && readPatientHead(head);
  if (patient) return [patient];
  const input = { path: await object.file() };
  const type = isArchive ? 'archive' : 'dicom';
  try {
    return (await media.run('read-patients', { type }, input, options)).value;
  } catch (error) {
    if (error instanceof UndecodableFile) return [];
    throw error;
  }
}

/** Throws 415 if the content does not match the declared type, 413 if an archive is too large. */
export async function assertContentMatchesType(
  contentType: string,
  object: StoredObject,
  decoding: Decoding,
): Promise<void> {
  if (contentType === acceptedFileTypes.zip) return assertArchive(object, decoding);
  if (!(await matchesType(contentType, object, decoding)))
    throw new AppError('unsupported-type', 415, uploadMessages.bytesDisagree());
}

async function matchesType(
  contentType: string,
  object: StoredObject,
  decoding: Decoding,
): Promise<boolean> {
  const head = await readHead(object, HEAD_BYTES);
  if (contentType.startsWith('image/')) return isImage(contentType, head, object, decoding);
  if (isSurfaceType(contentType)) return isSurface(contentType, head, object.size);
  return contentType === 'application/dicom' ? isDicom(head, object.size) : !head.includes(0);
}

/** Whether the content is a picture of this type whose header decodes within the limits. */
async function isImage(
  contentType: string,
  head: Buffer,
  object: StoredObject,
  { media, ...options }: Decoding,
): Promise<boolean> {
  const format = detectFormat(head);
  if (!format || format !== formatFromType(contentType)) return false;
  const input = { path: await object.file() };
  try {
    const { value } = await media.run('inspect', { format }, input, options);
    return value.width * value.height <= MAX_PICTURE_PIXELS;
  } catch (error) {
    if (error instanceof UndecodableFile) return false;
    throw error;
  }
}

/** The same sentence for what is no ZIP at all: an executable under its name. */
const archiveErrors = {
  damaged: () => new AppError('unsupported-type', 415, uploadMessages.archiveDamaged()),
  'without-dicom': () =>
    new AppError('unsupported-type', 415, uploadMessages.archiveWithoutDicom()),
  'too-large': () => new AppError('too-large', 413, uploadMessages.archiveTooLarge()),
} as const;

async function assertArchive(object: StoredObject, { media, ...options }: Decoding): Promise<void> {
  const input = { path: await object.file() };
  try {
    const { value } = await media.run('inspect-archive', {}, input, options);
    if (value !== 'accepted') throw archiveErrors[value]();
  } catch (error) {
    throw error instanceof UndecodableFile ? archiveErrors.damaged() : error;
  }
}
