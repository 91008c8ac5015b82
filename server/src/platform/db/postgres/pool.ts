import { Pool } from 'pg';
import { safeNumbers } from './numbers.ts';
import { usePreparedStatements } from './prepared-statements.ts';

/** Connections of this process, and milliseconds. */
const LIMITS = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

export interface OpenPool {
  readonly pool: Pool;
  /** The server's process ids of its connections. */
  readonly backendPids: ReadonlySet<number>;
}

export function openPool(url: string): OpenPool {
  const pool = new Pool({
    ...LIMITS,
    connectionString: url,
    types: safeNumbers,
    keepAlive: true,
    application_name: 'deqiq',
  });
  // An idle connection that breaks has left the pool already; without a listener it ends the process.
  pool.on('error', () => {});
  const backendPids = new Set<number>();
  pool.on('connect', (client) => {
    // The same for one that breaks while lent out; its query is told as well.
    client.on('error', () => {});
    usePreparedStatements(client);
    backendPids.add(backendPid(client));
  });
  pool.on('remove', (client) => backendPids.delete(backendPid(client)));
  return { pool, backendPids };
}

/** pg keeps it on the client, but not in its types. */
const backendPid = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
