import { diskFull, errorCode, markUnavailable } from '../../errors.ts';
import { isNetworkError, S3Error } from './client/s3-error.ts';

/** No blob has this name. */
export class MissingBlob extends Error {}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);

/** Whether a ping failed because the store is not reached, too slow or out of order. Other answers are about the settings. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof S3Error)) return isNetworkError(error);
  return error.status >= 500 || error.status === 408 || error.status === 429;
}

/** Why a ping failed, as the end of a sentence. The answer to it has no body that could say so. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof S3Error)) return errorCode(error) ?? error.name;
  const { status } = error;
  if (status === 401 || status === 403)
    return `it refuses AWS_ACCESS_KEY_ID with its AWS_SECRET_ACCESS_KEY (${status})`;
  return status === 404 ? 'there is no such bucket' : `it answers ${status}`;
}

/** Throws MissingBlob, or what the store's error means for a client: a full store is a 507, an unreachable one a 503. */
export function throwBlobError(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const code = error instanceof S3Error ? error.code : '';
  if (MISSING.has(code)) throw new MissingBlob(error.message, { cause: error });
  if (FULL.has(code)) throw diskFull();
  throw markUnavailable(error);
}

/** For the end of a call: undefined where the blob is missing; throws other errors. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof MissingBlob)) throw error;
}
