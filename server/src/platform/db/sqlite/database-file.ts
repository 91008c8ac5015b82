import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds a statement waits for a lock of another process (a backup, the admin command). */
const BUSY_TIMEOUT = 5_000;

/** Opens the file so that no acknowledged write can be lost: WAL, every commit synced. */
export function openFile(file: string, readOnly = false): DatabaseSync {
  if (!readOnly) restrictToOwner(file);
  const options = { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true, readOnly };
  const db = new DatabaseSync(file, options);
  if (!readOnly) db.exec('pragma journal_mode = wal; pragma synchronous = full');
  db.exec(`pragma cache_size = -32768; pragma temp_store = memory;
    pragma journal_size_limit = 67108864`);
  return db;
}

/** The files SQLite keeps for one database; it creates the last two with the mode of the first. */
export const sqliteFiles = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`];

/**
 * Makes the database readable only for its owner, whatever the umask and the modes left by older versions: the group of
 * the data folder may be that of a proxy. A process that may not change modes leaves them; `verify` reports it.
 */
function restrictToOwner(file: string): void {
  // A full disk or a missing permission is reported by SQLite afterwards.
  ignoreErrors(['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'], () =>
    closeSync(openSync(file, 'a', 0o600)),
  );
  for (const name of sqliteFiles(file))
    ignoreErrors(['ENOENT', 'EPERM', 'EROFS'], () => chmodSync(name, 0o600));
}

function ignoreErrors(codes: readonly string[], action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
