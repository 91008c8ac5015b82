import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { startChild } from '@deqiq/testkit/process/child-process.ts';
import {
  type DataLocation,
  type ServerProcess,
  startServer,
} from '@deqiq/testkit/server-process.ts';
import type { Bench, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';

const BARE = new URL('./bare.ts', import.meta.url);

/** Measures the start, and the resident memory of an idle process. */
export async function measureRest(
  bench: Bench,
  { many, few, rows }: BenchDatabases,
): Promise<Table> {
  const folder = join(bench.folder, 'rest');
  mkdirSync(folder);
  const results = await runInterleaved(bench.scale.rounds, {
    first: () => firstStart(bench),
    again: () => measureStart({ dataDir: folder }),
    bare: startedBare,
    few: () => measureStart(few, sendWork),
    many: () => measureStart(many, sendWork),
  });
  const count = rows.many.toLocaleString('en');
  return {
    title: 'Start and memory, SQLite',
    about:
      'Time from the start of the process to its first response, and resident memory at that moment. The other is a bare Fastify process. After work: 200 lists, pages and searches later.',
    lines: [
      {
        what: 'first start in an empty folder',
        unit: 's',
        ours: results.first.start,
        other: results.bare.start,
      },
      { what: 'start', unit: 's', ours: results.again.start, other: results.bare.start },
      { what: 'start: CPU', unit: 's', ours: results.again.cpu, other: results.bare.cpu },
      {
        what: `start with ${count} checkups`,
        unit: 's',
        ours: results.many.start,
        other: results.bare.start,
      },
      { what: 'memory when idle', unit: 'MB', ours: results.again.rss, other: results.bare.rss },
      {
        what: `memory after work, ${count} checkups (the other: 1,000)`,
        unit: 'MB',
        ours: results.many.rss,
        other: results.few.rss,
      },
    ],
  };
}

let folders = 0;
const firstStart = (bench: Bench) =>
  measureStart({ dataDir: join(bench.folder, `rest${folders++}`) });

async function measureStart(
  location: DataLocation,
  work?: (server: ServerProcess) => Promise<void>,
) {
  const server = await startServer(location);
  const cpu = (await server.child.measure()).cpu / 1e6;
  await work?.(server);
  const { rss } = await server.child.measure();
  await server.end();
  return { start: server.startedIn / 1_000, cpu, rss: rss / 1e6 };
}

async function startedBare() {
  const began = performance.now();
  const child = startChild(BARE, [], {});
  const port = Number((await child.waitForOutput(/port (\d+)/))[1]);
  const connection = new Connection(port);
  await connection.get('/readyz');
  const start = (performance.now() - began) / 1_000;
  connection.close();
  const { rss, cpu } = await child.measure();
  await child.end();
  return { start, cpu: cpu / 1e6, rss: rss / 1e6 };
}

async function sendWork({ port }: ServerProcess): Promise<void> {
  const staff = await new ApiClient(port).signIn();
  const connection = new Connection(port);
  const queries = ['', '&page=40', '&name=nigar', '&name=q%C4%B1', '&page=2&name=aliyev'];
  for (let n = 0; n < 200; n += 1) {
    const path = `/api/admin/checkups?limit=20${queries[n % queries.length]}`;
    const { status } = await connection.get(path, staff.authorization);
    if (status !== 200) throw new Error(`${path} returned ${status}`);
  }
  connection.close();
}
