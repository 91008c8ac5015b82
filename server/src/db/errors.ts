import { uploadMessages } from '@deqiq/contract/uploads.ts';
import { AppError } from '../errors.ts';

interface DriverError extends Error {
  /** SQLite: the extended result code. */
  readonly errcode?: number;
  /** PostgreSQL: the SQLSTATE. */
  readonly code?: string;
  readonly constraint?: string;
}

const SQLITE_FULL = 13;
/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE_TAKEN: readonly unknown[] = [1555, 2067];
const PG_UNIQUE_VIOLATION = '23505';
const PG_DISK_FULL = '53100';

/** Whether a write was refused because the table already has a row with these column values. */
export function isUniqueViolation(error: unknown, table: string, ...columns: string[]): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code, constraint, message }: DriverError = error;
  if (SQLITE_TAKEN.includes(errcode)) {
    const named = columns.map((column) => `${table}.${column}`).join(', ');
    return message.endsWith(`: ${named}`);
  }
  return code === PG_UNIQUE_VIOLATION && constraint === `${table}_${columns.join('_')}_key`;
}

/** A driver's error as the rest of the server knows it: a full disk is 507, all else stays itself. */
export function toKnownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { errcode, code }: DriverError = error;
  if (errcode !== SQLITE_FULL && code !== PG_DISK_FULL) return error;
  return Object.assign(new AppError('disk-full', 507, uploadMessages.diskFull), { cause: error });
}
