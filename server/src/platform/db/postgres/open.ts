import type { OpenedDatabase } from '../database.ts';
import type { DatabaseContext } from '../database-context.ts';
import { DatabaseOpenError } from '../errors.ts';
import { Guard, GuardedKysely } from '../guard.ts';
import { TableVersions } from '../versions.ts';
import { PostgresDialect } from './dialect.ts';
import { Listener } from './listener.ts';
import { openPool } from './pool.ts';

/** Connects to the database of a `postgres://` URL. Throws DatabaseOpenError. */
export async function openPostgres(url: string): Promise<OpenedDatabase> {
  const where = describeUrl(url);
  assertEncrypted(url);
  const { pool, backendPids, dropConnections } = openPool(url);
  const listener = new Listener(url, { own: backendPids, onSilence: dropConnections });
  const versions = new TableVersions(listener.version, listener);
  try {
    await listener.start(versions);
  } catch (error) {
    await listener.close();
    await pool.end();
    throw new DatabaseOpenError(`cannot open the database ${where}: ${(error as Error).message}`);
  }
  const guard = new Guard();
  const { afterCommit } = guard;
  const context: DatabaseContext = { dialect: 'postgres', versions, afterCommit };
  const dialect = new PostgresDialect({ pool }, context, guard);
  const db = new GuardedKysely({ dialect }, guard);
  const close = async () => {
    await listener.close();
    await db.destroy();
  };
  return { ...context, db, close };
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
