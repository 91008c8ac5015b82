import { isUnavailable, markUnavailable } from '../../errors.ts';
import type { DatabaseContext } from '../database-context.ts';
import { DatabaseClaimedError, DatabaseOpenError, translateDriverError } from '../errors.ts';
import { Guard, GuardedKysely } from '../guard.ts';
import { TableVersions } from '../versions.ts';
import { PostgresDialect } from './dialect.ts';
import { Listener } from './listener.ts';
import { openPool } from './pool.ts';
import { RESTORE_SESSION_NAME, SESSION_NAME } from './restore-claim.ts';

/** Connects to the database of a `postgres://` URL. Throws DatabaseOpenError, also while another process restores it. */
export async function openPostgres(url: string, isRestoring: boolean) {
  const where = describeUrl(url);
  assertEncrypted(url);
  const { pool, backendPids, dropConnections } = openPool(url, isRestoring);
  const listener = new Listener(url, {
    own: backendPids,
    onSilence: dropConnections,
    sessionName: isRestoring ? RESTORE_SESSION_NAME : `${SESSION_NAME} listener`,
  });
  const versions = new TableVersions(listener.version, listener);
  try {
    await listener.start(versions);
    (await pool.connect()).release();
  } catch (error) {
    await listener.close();
    await pool.end();
    throw toOpenError(where, error as NodeJS.ErrnoException);
  }
  const guard = new Guard();
  const { afterCommit } = guard;
  const context: DatabaseContext = { dialect: 'postgres', versions, afterCommit };
  const dialect = new PostgresDialect({ pool }, context, guard);
  const db = new GuardedKysely({ dialect }, guard);
  const close = async () => {
    await listener.close();
    await db.destroy();
    // Kysely ends the pool only after a first query.
    if (!pool.ending) await pool.end();
  };
  return { ...context, db, close };
}

/** The sentence for the operator, marked as an outage where the same settings may work later. */
function toOpenError(where: string, cause: NodeJS.ErrnoException): DatabaseOpenError {
  const { message, syscall } = cause;
  const error = new DatabaseOpenError(`cannot open the database ${where}: ${message}`, { cause });
  // A missing file is that of a certificate; a missing socket is a server that is not started.
  const isSetting = cause instanceof DatabaseClaimedError || syscall === 'open';
  const isOutage = !isSetting && isUnavailable(translateDriverError(cause));
  return isOutage ? markUnavailable(error) : error;
}

/** Host, port and name of a database, without the password. */
function describeUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new DatabaseOpenError(
      'DATABASE_URL must be postgres://user:password@host/name, or unset for SQLite',
    );
  }
  return `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}`;
}

/** Values of sslmode with which `pg` encrypts, and the explicit one without encryption. */
const SSL_MODES = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify', 'disable'];

/** Patients' rows cross a network encrypted, unless the URL disables that explicitly. */
function assertEncrypted(url: string): void {
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  const isThisMachine =
    host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
  if (isThisMachine || SSL_MODES.includes(searchParams.get('sslmode') ?? '')) return;
  throw new DatabaseOpenError(
    `DATABASE_URL leads to ${host} without TLS: add ?sslmode=verify-full, or ?sslmode=disable where the network itself is encrypted`,
  );
}
