import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { uploadFile } from '@deqiq/testkit/http/upload.ts';
import { type ChildProgram, startChild } from '@deqiq/testkit/process/child-process.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { newPartner } from './partner.ts';
import { putFile } from './put.ts';

const PEER = new URL('./put-peer.ts', import.meta.url);
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Measures uploads in chunks against a single PUT, with one client and with four clients of a quarter each. */
export async function upload(bench: Bench): Promise<Table> {
  const folder = join(bench.folder, 'put');
  mkdirSync(folder);
  const server = await startServer({ dataDir: join(bench.folder, 'upload') });
  const peer = startChild(PEER, [folder], {});
  try {
    const port = Number((await peer.waitForOutput(/port (\d+)/))[1]);
    const staff = await new ApiClient(server.port).signIn();
    const partner = await newPartner(staff);
    const idle = { ours: (await server.child.measure()).rss, put: (await peer.measure()).rss };
    const size = bench.scale.fileSize;
    const chunks = (clients: number) => () => sendChunks(server, staff, partner, size, clients);
    const puts = (clients: number) => () => sendPuts(peer, port, folder, size, clients);
    const result = await runInterleaved(Math.min(bench.scale.rounds, 5), {
      one: chunks(1),
      put: puts(1),
      four: chunks(4),
      puts: puts(4),
    });
    return {
      title: `Upload of ${size / MIB} MiB in chunks of 2 MiB`,
      about:
        'The other is one PUT per client, piped into a file and synced by node:http. Our time ends when the checkup with the complete file exists; a client sends its chunks one after the other.',
      lines: [
        ...linesOf('one client, one PUT', result.one, result.put),
        ...linesOf('four clients, four PUTs', result.four, result.puts),
        finishing('finishing and creating the checkup', result.one.finish),
        finishing('finishing, four at once', result.four.finish),
        memory(
          'memory over idle, one client',
          result.one.peak - idle.ours,
          result.put.peak - idle.put,
        ),
        memory(
          'memory over idle, four clients',
          result.four.peak - idle.ours,
          result.puts.peak - idle.put,
        ),
      ],
    };
  } finally {
    await Promise.all([server.end(), peer.end()]);
    rmSync(join(bench.folder, 'upload'), { recursive: true });
    rmSync(folder, { recursive: true });
  }
}

interface UploadResult {
  cpu: number;
  speed: number;
  finish: number;
  peak: number;
}

async function sendChunks(
  server: ServerProcess,
  staff: ApiClient,
  partner: string,
  size: number,
  clients: number,
): Promise<UploadResult> {
  const finishes: number[] = [];
  const fileIds: string[] = [];
  const result = await measureUsage(server.child, size, () =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        const fileId = await uploadFile(staff, size / clients, 'cbct.dcm');
        const began = performance.now();
        const { checkup } = await staff.call<{ checkup: { _id: string } }>(
          'POST',
          '/api/admin/checkups',
          {
            partner,
            firstName: 'Nigar',
            lastName: 'Hüseynova',
            xrayFiles: [{ fileId, fileName: 'cbct.dcm' }],
          },
        );
        finishes.push(performance.now() - began);
        fileIds.push(checkup._id);
      }),
    ),
  );
  for (const id of fileIds) await staff.call('DELETE', `/api/admin/checkups/${id}`);
  return { ...result, finish: Math.max(...finishes) };
}

async function sendPuts(
  peer: ChildProgram,
  port: number,
  folder: string,
  size: number,
  clients: number,
): Promise<UploadResult> {
  const names = Array.from({ length: clients }, (_, n) => `file${n}`);
  const result = await measureUsage(peer, size, () =>
    Promise.all(names.map((name) => putFile(port, size / clients, name))),
  );
  for (const name of names) rmSync(join(folder, name));
  return { ...result, finish: 0 };
}

/** Processor seconds per GiB, bytes per second, and the peak of memory during the upload. */
async function measureUsage(child: ChildProgram, size: number, work: () => Promise<unknown>) {
  const before = await child.measure('watch');
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = await child.measure('unwatch');
  const cpu = ((after.cpu - before.cpu) / 1e6) * (GIB / size);
  return { cpu, speed: size / seconds, peak: after.peak };
}

function linesOf(what: string, ours: UploadResult, other: UploadResult): Line[] {
  return [
    {
      what: `${what}: speed`,
      unit: 'MB/s',
      ours: ours.speed / 1e6,
      other: other.speed / 1e6,
      bar: { of: 'ratio', min: 0.5 },
    },
    { what: `${what}: CPU`, unit: 's/GiB', ours: ours.cpu, other: other.cpu },
  ];
}

const finishing = (what: string, ours: number): Line => {
  return { what, unit: 'ms', ours, bar: { of: 'ours', max: 50 } };
};

const memory = (what: string, ours: number, other: number): Line => {
  const own = ours / 1e6;
  const others = other / 1e6;
  return { what, unit: 'MB', ours: own, other: others, bar: { of: 'ours', max: 80 } };
};
