import { uploadMessages } from '@deqiq/contract/uploads.ts';
import { AppError } from '../errors.ts';

/** 507: there is no room for these bytes. */
export const diskFull = () => new AppError('disk-full', 507, uploadMessages.diskFull);

/** The error to throw for one the volume gave: a full disk or quota is a 507, everything else itself. */
export function toStorageError(error: unknown): unknown {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFull() : error;
}

/** The system's code of an error, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
