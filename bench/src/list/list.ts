import { writeFileSync } from 'node:fs';
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
import { interleaved } from '../harness/rounds.ts';
import type { Places } from '../rows/databases.ts';

const PATH = '/api/admin/checkups?limit=20';
/** Requests until the compiler has optimised a variant. */
const WARM = 4_000;
const PEER = new URL('./peer.ts', import.meta.url);

/** Measures the checkups list of staff against the least work that a server can do. */
export async function list(bench: Bench, { kind, few, many, rows }: Places): Promise<Table> {
  const started: ChildProgram[] = [];
  const opened = async (options: ServerOptions) => {
    const server = await startServer(options);
    started.push(server.child);
    return targetsOf(server);
  };
  try {
    const ours = { few: await opened(few), many: await opened(many) };
    const logged = await opened({ ...many, logLevel: 'info' });
    const answer = join(bench.folder, `answer-${kind}.json`);
    writeFileSync(answer, ours.many.body);
    const peer = startChild(PEER, [many.dataDir, many.url ?? '', answer, many.secret], {});
    started.push(peer);
    const port = Number((await peer.waitForOutput(/port (\d+)/))[1]);
    const beside = (path: string, status = 200): Target => {
      return { child: peer, port, path, status, headers: ours.many.fresh.headers };
    };
    const tagged = `${ours.many.fresh.headers}If-None-Match: "${'t'.repeat(70)}"\r\n`;
    const unchanged = { ...beside('/unchanged', 304), headers: tagged };
    const others = [beside('/raw'), beside('/linked'), beside('/same'), unchanged];
    const slice = bench.scale.slice;
    const ways = {
      few: () => load(ours.few.fresh, slice),
      many: () => load(ours.many.fresh, slice),
      raw: () => load(beside('/raw'), slice),
      linked: () => load(beside('/linked'), slice),
      same: () => load(beside('/same'), slice),
      logged: () => load(logged.fresh, slice),
      poll: () => pollFor(ours.many.fresh, slice),
      unchanged: () => load(unchanged, slice),
    };
    await warmUp([ours.few.fresh, ours.many.fresh, logged.fresh, ...others]);
    await pollFor(ours.many.fresh, 0, WARM);
    const seen = await interleaved(bench.scale.rounds, ways);
    return {
      title: `Checkups list, 20 rows, ${kind}`,
      about: `Eight connections. The raw handler is a bare Fastify that checks the token and sends the rows of two hand-written statements as JSON; with links it also maps them to the shape of the response and signs the file links (${ours.many.links} a page).`,
      lines: linesOf(seen, rows),
    };
  } finally {
    await Promise.all(started.map((child) => child.end()));
  }
}

async function warmUp(targets: readonly Target[]): Promise<void> {
  for (const target of targets) await load(target, 0, WARM);
}

type Seen = Record<
  'few' | 'many' | 'raw' | 'linked' | 'same' | 'logged' | 'poll' | 'unchanged',
  Measured
>;

function linesOf(seen: Seen, rows: Places['rows']): Line[] {
  const many = rows.many.toLocaleString('en');
  const cpu = (what: string, ours: number, other: number, bar?: Line['bar']): Line => {
    return { what: `${what}: CPU`, unit: 'µs', ours, other, ...(bar && { bar }) };
  };
  const perSecond = (time: number) => 1_000_000 / time;
  return [
    cpu(`${many} rows, raw handler with session`, seen.many.cpu, seen.raw.cpu, {
      of: 'ratio',
      most: 1.2,
    }),
    cpu(`${many} rows, raw handler with session and links`, seen.many.cpu, seen.linked.cpu, {
      of: 'ratio',
      most: 1.2,
    }),
    {
      what: `${many} rows, raw handler with session: wall`,
      unit: 'µs',
      ours: seen.many.wall,
      other: seen.raw.wall,
    },
    cpu(`${many} rows, bare Fastify with the same bytes`, seen.many.cpu, seen.same.cpu),
    cpu('ours with a log line per request, ours without', seen.logged.cpu, seen.many.cpu),
    cpu(
      `ours at ${many} rows, ours at ${rows.few.toLocaleString('en')}`,
      seen.many.cpu,
      seen.few.cpu,
      {
        of: 'ratio',
        most: 1.15,
      },
    ),
    {
      what: 'unchanged poll (304), bare Fastify with a 304: per second of CPU',
      unit: 'per s',
      ours: perSecond(seen.poll.cpu),
      other: perSecond(seen.unchanged.cpu),
      bar: { of: 'ratio', least: 0.75 },
    },
    {
      what: 'unchanged poll (304), bare Fastify with a 304: per second',
      unit: 'per s',
      ours: perSecond(seen.poll.wall),
      other: perSecond(seen.unchanged.wall),
    },
  ];
}

async function targetsOf({ child, port }: ServerProcess) {
  const staff = await new ApiClient(port).signIn();
  const fresh: Target = { child, port, path: PATH, headers: staff.authorization, status: 200 };
  const body = (await once(fresh)).body;
  return { fresh, body, links: body.toString().split('/public/uploads/').length - 1 };
}

/**
 * Polls with the current ETag. It changes with the free disk space, sessions elsewhere and the time window of links.
 */
async function pollFor(fresh: Target, slice: number, least = 1, tries = 3): Promise<Measured> {
  const tag = /\r\netag: *(\S+)/i.exec((await once(fresh)).head)?.[1] ?? '';
  const headers = `${fresh.headers}If-None-Match: ${tag}\r\n`;
  try {
    return await load({ ...fresh, headers, status: 304 }, slice, least);
  } catch (error) {
    if (tries === 1) throw error;
    return pollFor(fresh, slice, least, tries - 1);
  }
}

async function once({ port, path, headers }: Target) {
  const connection = new Connection(port);
  const answer = await connection.get(path, headers, { keep: true });
  connection.close();
  return answer;
}
