import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { newPartner } from '../upload/partner.ts';
import { hasDcmtk, timeCopy, timeDcmtk } from './peers.ts';
import { cbct, panoramic, sizesOf } from './x-rays.ts';

const LIST = '/api/admin/checkups?limit=20';

/** Milliseconds between two polls. */
const EVERY = 20;

/** Rounds with a CBCT; each takes half a minute. */
const MAX_ROUNDS = 3;

interface Scene {
  readonly server: ServerProcess;
  readonly staff: ApiClient;
  readonly partner: string;
}

interface XRay {
  readonly name: string;
  readonly bytes: Buffer;
  readonly path: string;
}

/** Measures the time from the end of an upload to its preview, and what others notice of it. */
export async function previews(bench: Bench): Promise<Table> {
  const { quick, rounds } = bench.scale;
  const { panoramic: size, side } = sizesOf(quick);
  const dataDir = join(bench.folder, 'previews');
  const xRay = (name: string, bytes: Buffer): XRay => {
    const path = join(bench.folder, name);
    writeFileSync(path, bytes);
    return { name, bytes, path };
  };
  const files = {
    panoramic: xRay('panoramic.dcm', panoramic(size)),
    cbct: xRay('cbct.dcm', cbct(side)),
  };
  const server = await startServer({ dataDir });
  try {
    const staff = await new ApiClient(server.port).signIn();
    const scene = { server, staff, partner: await newPartner(staff) };
    const first = await derive(scene, files.panoramic);
    bench.log(`the first preview after ${first.toFixed(0)} ms`);
    const timed = (took: number, longest = 0) => Promise.resolve({ took, longest });
    const { folder } = bench;
    const result = await runInterleaved(Math.min(rounds, MAX_ROUNDS), {
      panoramic: async () => timed(await derive(scene, files.panoramic)),
      panoramicDcmtk: () => timed(timeDcmtk(files.panoramic.path, folder)),
      cbct: () => deriveAndPoll(scene, files.cbct),
      cbctDcmtk: () => timed(timeDcmtk(files.cbct.path, folder)),
      cbctCopy: () => timed(timeCopy(files.cbct.path, folder)),
      quiet: async () => timed(0, await longestWait(scene, () => pause(quick ? 1_000 : 5_000))),
    });
    const name = `CBCT of ${side} × ${side} × ${side}`;
    const volume = result.cbct.took / 1_000;
    const panoramicOfDcmtk = hasDcmtk ? result.panoramicDcmtk.took : undefined;
    const volumeOfDcmtk = hasDcmtk ? result.cbctDcmtk.took / 1_000 : undefined;
    return {
      title: 'Previews after an upload',
      about:
        'From the request that creates the checkup of an uploaded file until a list, asked every 20 ms, has its preview: a panoramic in JPEG lossless and an uncompressed volume, for which a pack of three levels is encoded as well. The other is dcmtk, which decodes every frame of the same file in one process and writes it as PNM, or a synced copy of the same bytes.',
      lines: [
        absolute('panoramic', 'ms', result.panoramic.took, 1_000, panoramicOfDcmtk),
        absolute('panoramic, with the start of a decoder', 'ms', first, 1_000),
        absolute(`${name}, dcmtk`, 's', volume, 12, volumeOfDcmtk),
        { what: `${name}, copy`, unit: 's', ours: volume, other: result.cbctCopy.took / 1_000 },
        absolute('peak memory of a decoder', 'MB', peakOfDecoders(server) / 1e6, 350),
        ...pollLines(result.cbct.longest, result.quiet.longest),
      ],
      ...(!hasDcmtk && { notes: ['dcmtk is not installed.'] }),
    };
  } finally {
    await server.end();
    rmSync(dataDir, { recursive: true });
  }
}

const absolute = (
  what: string,
  unit: Line['unit'],
  ours: number,
  max: number,
  other?: number,
): Line => ({ what, unit, ours, other, bar: { of: 'ours', max } });

function pollLines(ours: number, other: number): Line[] {
  const what = 'list poll, the longest wait';
  return [
    { what: `${what}: while a CBCT is processed, without`, unit: 'ms', ours, other },
    absolute(`${what}: longer by`, 'ms', Math.max(0, ours - other), 50),
  ];
}

/** Milliseconds from the request that creates the checkup to its preview in a list. */
async function derive(scene: Scene, xRay: XRay): Promise<number> {
  return (await uploadThenDerive(scene, xRay))();
}

async function deriveAndPoll(scene: Scene, xRay: XRay) {
  const createAndWait = await uploadThenDerive(scene, xRay);
  let took = 0;
  const longest = await longestWait(scene, async () => {
    took = await createAndWait();
  });
  return { took, longest };
}

async function uploadThenDerive({ staff, partner }: Scene, { name, bytes }: XRay) {
  const file = await staff.upload(name, bytes);
  return async (): Promise<number> => {
    const began = performance.now();
    const patient = { firstName: 'Nigar', lastName: 'Hüseynova' };
    await staff.post('/api/admin/checkups', {
      partner,
      ...patient,
      xrayFiles: [file],
      confirmDifferentPatient: true,
    });
    for (;;) {
      const { checkups } = await staff.get<CheckupList>('/api/admin/checkups?limit=1');
      const link = checkups[0]?.xrayFileLinks[0];
      if (link?.previewUrl) return performance.now() - began;
      if (link?.imaging.state !== 'pending')
        throw new Error(`${name}: ${JSON.stringify(link?.imaging)}`);
      await pause(EVERY);
    }
  };
}

/** Milliseconds that the slowest list poll takes while `work` runs. */
async function longestWait({ staff }: Scene, work: () => Promise<unknown>): Promise<number> {
  const connection = new Connection(staff.port);
  let isFinished = false;
  let longest = 0;
  const poll = async () => {
    while (!isFinished) {
      const began = performance.now();
      const { status } = await connection.get(LIST, staff.authorization);
      if (status !== 200) throw new Error(`${LIST} returned ${status}`);
      longest = Math.max(longest, performance.now() - began);
      await pause(EVERY);
    }
  };
  const polling = poll();
  await work();
  isFinished = true;
  await polling;
  connection.close();
  return longest;
}

/** Bytes: the largest resident size that a decoder of the server has had. Linux only. */
function peakOfDecoders({ child }: ServerProcess): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const peaks = children.split(' ').map((pid) => {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1_024;
  });
  return Math.max(...peaks);
}
