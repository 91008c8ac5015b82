import { setTimeout as pause } from 'node:timers/promises';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import { type Acknowledged, uploadAnywhere } from './uploads.ts';

/** Milliseconds that the kill follows the start of a sealing; it takes about so long. */
const LONGEST_SEALING = 150;

/** Milliseconds until the leases of killed nodes have ended and everything is sealed again. */
const DEADLINE = 300_000;

/** Larger objects are sealed. */
const SMALL = 4 * CHUNK_SIZE;

interface Round {
  readonly acknowledged: Acknowledged;
  /** Whether a sealing was in progress when the nodes were killed. */
  readonly hasInterrupted: boolean;
}

/** Uploads a file and kills both nodes while one of them seals it. `interrupted`: the leases that earlier rounds ended. */
export function killWhileSealing(
  cluster: Cluster,
  random: Random,
  interrupted: Set<string>,
): Promise<Round> {
  return withDatabase(cluster, async (client) => {
    const findLeases = async () => {
      const { rows } = await client.query<{ token: string }>(
        `select lease_token as token from jobs where kind = 'seal-object' and lease_token is not null`,
      );
      return rows.map(({ token }) => token).filter((token) => !interrupted.has(token));
    };
    let isUploaded = false;
    const upload = uploadAnywhere(cluster, random).finally(() => {
      isUploaded = true;
    });
    upload.catch(() => {});
    while ((await findLeases()).length === 0)
      if (isUploaded && (await countUnsealed(client)) === 0) break;
    await pause(random.between(0, LONGEST_SEALING));
    for (const node of cluster.nodes) await node.kill();
    const leases = await findLeases();
    for (const token of leases) interrupted.add(token);
    await Promise.all(cluster.nodes.map((node) => node.restart()));
    return { acknowledged: await upload, hasInterrupted: leases.length > 0 };
  });
}

/**
 * Waits until every large object is sealed. Returns how many are not after five minutes. A job that was interrupted often waits
 * for up to an hour; it is brought forward here, as the hourly sweep does.
 */
export function untilSealed(cluster: Cluster): Promise<number> {
  return withDatabase(cluster, async (client) => {
    const deadline = Date.now() + DEADLINE;
    for (;;) {
      const unsealed = await countUnsealed(client);
      if (unsealed === 0 || Date.now() > deadline) return unsealed;
      await bringForward(client);
      await pause(1_000);
    }
  });
}

const bringForward = (client: Client) =>
  client.query(
    `update jobs set run_at = due_at, attempts = 0, failed_at = null
      where kind = 'seal-object' and lease_token is null`,
  );

/** Sealings that failed are tried again at once. */
export const sealAgain = (cluster: Cluster): Promise<unknown> =>
  withDatabase(cluster, bringForward);

async function countUnsealed(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from stored_objects where state = 'complete' and size > $1`,
    [SMALL],
  );
  return rows[0]?.count ?? 0;
}

async function withDatabase<T>(
  { postgres }: Cluster,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
