import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { ServerProcess } from '@deqiq/testkit/server-process.ts';
import type { Bench, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';
import { openClient } from '../rows/postgres.ts';
import { createQuota, findMissingQuota, type Quota } from './quota.ts';

/** Of one processor, so that neither PostgreSQL nor this process is the limit. */
const SHARE = 0.25;
const MAX_NODES = 4;
const PATH = '/api/admin/checkups?limit=20';

/** Connections at each node, as from a few open screens. */
const CONNECTIONS = 4;

/** Requests at each node until the compiler has optimised. */
const WARM = 1_500;

/** Milliseconds: slices of other programs are too short for a node that works a quarter of the time. */
const SLICE = 4_000;

const TICKS_PER_SECOND = 100;

/** Measures how many requests one, two and four nodes answer. */
export async function scaling(bench: Bench, { few }: BenchDatabases): Promise<Table> {
  const about = `The checkups list of staff (20 rows) at one, two and four nodes with PostgreSQL. Each node has ${SHARE} of a processor, so that PostgreSQL is not the limit; the other is one node.`;
  const title = 'Nodes: lists per second';
  const missing = findMissingQuota();
  if (missing) return { title, about, lines: [], notes: [`Skipped: ${missing}.`] };
  const quotas: Quota[] = [];
  const nodes: ServerProcess[] = [];
  try {
    for (let number = 1; number <= MAX_NODES; number += 1) {
      const quota = createQuota(String(number), SHARE);
      quotas.push(quota);
      const dataDir = join(bench.folder, `node-${number}`);
      nodes.push(new ServerProcess({ ...few, dataDir, wrapper: quota.wrapper }));
    }
    for (const node of nodes) await node.restart();
    const staff = await new ApiClient(nodes[0]?.port ?? 0).signIn();
    const headers = `Authorization: Bearer ${staff.token} type=access\r\n`;
    const postgres = await findPostmaster(few.url ?? '');
    bench.log('four nodes are warmed up');
    await requestLists(nodes, headers, { milliseconds: 0, minRequests: WARM });
    let round = 0;
    const measure = (count: number) => async () => {
      // Others in each round: a node that answers more often than the rest would be the better optimised one.
      round += 1;
      const first = round % MAX_NODES;
      const some = [...nodes, ...nodes].slice(first, first + count);
      const before = cpuOf(postgres);
      const limits = { milliseconds: bench.scale.quick ? SLICE / 2 : SLICE, minRequests: 1 };
      const { requests, seconds } = await requestLists(some, headers, limits);
      return {
        perSecond: requests / seconds,
        postgres: ((cpuOf(postgres) - before) * 1e6) / requests,
      };
    };
    const variants = { one: measure(1), two: measure(2), four: measure(4) };
    const { one, two, four } = await runInterleaved(bench.scale.rounds, variants);
    const line = (what: string, { perSecond }: typeof one, min: number) => ({
      what,
      unit: 'per s' as const,
      ours: perSecond,
      other: one.perSecond,
      bar: { of: 'ratio' as const, min },
    });
    const cpu = (what: string, figures: typeof one) => ({
      what: `${what}: CPU of PostgreSQL per request`,
      unit: 'µs' as const,
      ours: figures.postgres,
      other: one.postgres,
    });
    return {
      title,
      about,
      lines: [
        line('two nodes', two, 1.8),
        line('four nodes', four, 3.4),
        cpu('two nodes', two),
        cpu('four nodes', four),
      ],
    };
  } finally {
    for (const node of nodes) await node.end();
    for (const quota of quotas) quota.remove();
  }
}

/** Repeats the request at all nodes in parallel, for so many milliseconds and at least so often at each node. */
async function requestLists(
  nodes: readonly ServerProcess[],
  headers: string,
  { milliseconds, minRequests }: { milliseconds: number; minRequests: number },
) {
  const connections = nodes.flatMap(({ port }) =>
    Array.from({ length: CONNECTIONS }, () => new Connection(port)),
  );
  const began = performance.now();
  let requests = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (
        let own = 0;
        own < minRequests / CONNECTIONS || performance.now() - began < milliseconds;
        own += 1
      ) {
        const { status } = await connection.get(PATH, headers);
        if (status !== 200) throw new Error(`${PATH} returned ${status}`);
        requests += 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  for (const connection of connections) connection.close();
  return { requests, seconds };
}

/** The process id of the PostgreSQL server. */
async function findPostmaster(url: string): Promise<number> {
  await using connection = await openClient(url);
  const { rows } = await connection.client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  return Number.parseInt(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10);
}

/** Seconds of a processor that the server and its processes have taken, ended ones included. */
function cpuOf(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = readStat(name);
    if (!stat) continue;
    const [parent, user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat;
    if (Number(name) === postmaster) ticks += user + system + endedUser + endedSystem;
    else if (parent === postmaster) ticks += user + system;
  }
  return ticks / TICKS_PER_SECOND;
}

/** Parent, user and system time, and those of ended children, in ticks; undefined for a process that has ended. */
function readStat(pid: string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may contain blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  } catch {
    return undefined;
  }
}
