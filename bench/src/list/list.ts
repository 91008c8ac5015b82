import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { type ChildProgram, startChild } from '@deqiq/testkit/process/child-process.ts';
import {
  type ServerOptions,
  type ServerProcess,
  startServer,
} from '@deqiq/testkit/server-process.ts';
import { load, type Measured, type Target } from '../harness/load.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabase, BenchDatabases } from '../rows/databases.ts';

const PATH = '/api/admin/checkups?limit=20';
/** Requests until the compiler has optimised a variant. */
const WARM = 4_000;
const PEER = new URL('./peer.ts', import.meta.url);

/** Measures the checkups list of staff against the least work that a server can do. */
export async function list(
  bench: Bench,
  { kind, few, many, rows }: BenchDatabases,
): Promise<Table> {
  const started: ChildProgram[] = [];
  const openServer = async (options: ServerOptions) => {
    const server = await startServer(options);
    started.push(server.child);
    return targetsOf(server);
  };
  try {
    const copy = copyLocation(many, join(bench.folder, `logged-${kind}`));
    const ours = { few: await openServer(few), many: await openServer(many) };
    const logged = await openServer({ ...copy, logLevel: 'info' });
    const responseFile = join(bench.folder, `answer-${kind}.json`);
    writeFileSync(responseFile, ours.many.body);
    const peer = startChild(PEER, [many.dataDir, many.url ?? '', responseFile, many.secret], {});
    started.push(peer);
    const port = Number((await peer.waitForOutput(/port (\d+)/))[1]);
    const peerTarget = (path: string, status = 200): Target => {
      return { child: peer, port, path, status, headers: ours.many.fresh.headers };
    };
    const tagged = `${ours.many.fresh.headers}If-None-Match: "${'t'.repeat(70)}"\r\n`;
    const unchanged = { ...peerTarget('/unchanged', 304), headers: tagged };
    const others = [peerTarget('/raw'), peerTarget('/linked'), peerTarget('/same'), unchanged];
    const slice = bench.scale.slice;
    const variants = {
      few: () => load(ours.few.fresh, slice),
      many: () => load(ours.many.fresh, slice),
      raw: () => load(peerTarget('/raw'), slice),
      linked: () => load(peerTarget('/linked'), slice),
      same: () => load(peerTarget('/same'), slice),
      logged: () => load(logged.fresh, slice),
      poll: () => measurePolls(ours.many.fresh, slice),
      unchanged: () => load(unchanged, slice),
    };
    await warmUp([ours.few.fresh, ours.many.fresh, logged.fresh, ...others]);
    await measurePolls(ours.many.fresh, 0, WARM);
    const results = await runInterleaved(bench.scale.rounds, variants);
    return {
      title: `Checkups list, 20 rows, ${kind}`,
      about: `Eight connections. The raw handler is a bare Fastify that checks the token and sends the rows of two hand-written statements as JSON; with links it also maps them to the shape of the response and signs the file links (${ours.many.links} a page).`,
      lines: linesOf(results, rows),
    };
  } finally {
    await Promise.all(started.map((child) => child.end()));
  }
}

async function warmUp(targets: readonly Target[]): Promise<void> {
  for (const target of targets) await load(target, 0, WARM);
}

type Results = Record<
  'few' | 'many' | 'raw' | 'linked' | 'same' | 'logged' | 'poll' | 'unchanged',
  Measured
>;

function linesOf(results: Results, rows: BenchDatabases['rows']): Line[] {
  const many = rows.many.toLocaleString('en');
  const cpu = (what: string, ours: number, other: number, bar?: Line['bar']): Line => {
    return { what: `${what}: CPU`, unit: 'µs', ours, other, ...(bar && { bar }) };
  };
  const perSecond = (time: number) => 1_000_000 / time;
  return [
    cpu(`${many} rows, raw handler with session`, results.many.cpu, results.raw.cpu, {
      of: 'ratio',
      max: 1.2,
    }),
    cpu(`${many} rows, raw handler with session and links`, results.many.cpu, results.linked.cpu, {
      of: 'ratio',
      max: 1.2,
    }),
    {
      what: `${many} rows, raw handler with session: wall`,
      unit: 'µs',
      ours: results.many.wall,
      other: results.raw.wall,
    },
    cpu(`${many} rows, bare Fastify with the same bytes`, results.many.cpu, results.same.cpu),
    cpu('ours with a log line per request, ours without', results.logged.cpu, results.many.cpu),
    cpu(
      `ours at ${many} rows, ours at ${rows.few.toLocaleString('en')}`,
      results.many.cpu,
      results.few.cpu,
      {
        of: 'ratio',
        max: 1.15,
      },
    ),
    {
      what: 'unchanged poll (304), bare Fastify with a 304: per second of CPU',
      unit: 'per s',
      ours: perSecond(results.poll.cpu),
      other: perSecond(results.unchanged.cpu),
      bar: { of: 'ratio', min: 0.75 },
    },
    {
      what: 'unchanged poll (304), bare Fastify with a 304: per second',
      unit: 'per s',
      ours: perSecond(results.poll.wall),
      other: perSecond(results.unchanged.wall),
    },
  ];
}

async function targetsOf({ child, port }: ServerProcess) {
  const staff = await new ApiClient(port).signIn();
  const fresh: Target = { child, port, path: PATH, headers: staff.authorization, status: 200 };
  const body = (await sendOnce(fresh)).body;
  return { fresh, body, links: body.toString().split('/public/uploads/').length - 1 };
}

/**
 * Polls with the current ETag. It changes with the free disk space, sessions elsewhere and the time window of links.
 */
async function measurePolls(
  fresh: Target,
  slice: number,
  minRequests = 1,
  tries = 3,
): Promise<Measured> {
  const tag = /\r\netag: *(\S+)/i.exec((await sendOnce(fresh)).head)?.[1] ?? '';
  const headers = `${fresh.headers}If-None-Match: ${tag}\r\n`;
  try {
    return await load({ ...fresh, headers, status: 304 }, slice, minRequests);
  } catch (error) {
    if (tries === 1) throw error;
    return measurePolls(fresh, slice, minRequests, tries - 1);
  }
}

async function sendOnce({ port, path, headers }: Target) {
  const connection = new Connection(port);
  const responseFile = await connection.get(path, headers, { keep: true });
  connection.close();
  return responseFile;
}

/** A data folder on SQLite has one server, so a second one needs a copy. */
function copyLocation(database: BenchDatabase, dataDir: string): BenchDatabase {
  if (database.url) return database;
  cpSync(database.dataDir, dataDir, { recursive: true });
  return { ...database, dataDir };
}
