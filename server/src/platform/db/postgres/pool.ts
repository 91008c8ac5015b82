import type { Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { MINUTE } from '../../time.ts';
import { safeNumbers } from './numbers.ts';
import { usePreparedStatements } from './prepared-statements.ts';
import { assertUnclaimed, RESTORE_SESSION_NAME, SESSION_NAME } from './restore-claim.ts';

/** Max connections of this process, and timeouts in milliseconds. */
const LIMITS = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: MINUTE,
};

export interface OpenPool {
  readonly pool: Pool;
  /** The server's process ids of its connections. */
  readonly backendPids: ReadonlySet<number>;
  /** Ends all connections without waiting for the server; their queries fail. New ones are made when needed. */
  readonly dropConnections: () => void;
}

/**
 * Opens a pool of connections; `url` is that of the database. No connection is made before the first query. While a
 * database is being restored, new connections fail with DatabaseClaimedError, except those of the restore.
 */
export function openPool(url: string, isRestoring = false): OpenPool {
  const pool = new Pool({
    ...LIMITS,
    connectionString: url,
    types: safeNumbers,
    keepAlive: true,
    application_name: isRestoring ? RESTORE_SESSION_NAME : SESSION_NAME,
    verify: (client, done) => {
      if (isRestoring) done();
      else assertUnclaimed(client).then(() => done(), done);
    },
  });
  // The pool has already removed a broken idle connection. Without a listener the event would end the process.
  pool.on('error', () => {});
  const backendPids = new Set<number>();
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // The same for a connection in use; its query rejects as well.
    client.on('error', () => {});
    usePreparedStatements(client);
    backendPids.add(backendPid(client));
  });
  pool.on('remove', (client) => {
    clients.delete(client);
    backendPids.delete(backendPid(client));
  });
  const dropConnections = () => {
    for (const client of clients) findSocket(client)?.destroy();
  };
  return { pool, backendPids, dropConnections };
}

/** The types of pg do not declare it. */
const findSocket = (client: object) =>
  (client as { readonly connection?: { readonly stream?: Socket } }).connection?.stream;

/** Nor this. */
const backendPid = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
