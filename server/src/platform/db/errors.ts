import { diskFull, markMalformed, markUnavailable } from '../errors.ts';

/** The database cannot be opened; `message` is one line for the operator. */
export class DatabaseOpenError extends Error {}

/** A restore uses the database. The response is a 503. */
export class DatabaseClaimedError extends DatabaseOpenError {
  readonly statusCode = 503;
}

interface DriverError extends Error {
  /** SQLite: the extended result code. */
  readonly errcode?: number;
  /** PostgreSQL: the SQLSTATE; Node: the name of a network error. */
  readonly code?: string;
  readonly constraint?: string;
}

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE_UNIQUE: readonly unknown[] = [1555, 2067];
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** The disk has no space for the index of the write-ahead log. */
const SQLITE_IOERR_SHMSIZE = 4874;
const PG_UNIQUE = '23505';
const PG_DISK_FULL = '53100';
const PG_BAD_TEXT = '22021';

/** Unreachable, shutting down, out of connections, timed out, or rolled back to end a deadlock. */
const PG_UNAVAILABLE =
  /^(08...|57P0.|57014|53300|40...|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|ENOENT)$/;
const PG_DISCONNECTED =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/;

/** Whether a write failed because the table already has a row with these column values. */
export function isUniqueViolation(error: unknown, table: string, ...columns: string[]): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code, constraint, message }: DriverError = error;
  if (SQLITE_UNIQUE.includes(errcode)) {
    const named = columns.map((column) => `${table}.${column}`).join(', ');
    return message.endsWith(`: ${named}`);
  }
  return code === PG_UNIQUE && constraint === `${table}_${columns.join('_')}_key`;
}

/** Whether SQLite could not open a file because the disk is full. */
export function isSqliteDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode }: DriverError = error;
  return errcode === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE;
}

/** Translates to 507 (full disk), 503 (unreachable or busy) or 400 (text it cannot store). Others stay unchanged. */
export function translateDriverError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { errcode, code, message }: DriverError = error;
  if (errcode === SQLITE_FULL || code === PG_DISK_FULL) {
    return Object.assign(diskFull(), { cause: error });
  }
  if (code === PG_BAD_TEXT) return markMalformed(error);
  const isDown =
    errcode === SQLITE_BUSY || (code ? PG_UNAVAILABLE.test(code) : PG_DISCONNECTED.test(message));
  return isDown ? markUnavailable(error) : error;
}
