import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { uploadFile } from '@deqiq/testkit/http/upload.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { newPartner } from '../upload/partner.ts';
import { startNginx } from './nginx.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** A source of bytes, and the reader of its processor time. */
interface Source {
  readonly port: number;
  readonly path: string;
  cpu(): Promise<number> | number;
}

/** Downloads a file, whole and by ranges, and compares with nginx with sendfile. */
export async function download(bench: Bench): Promise<Table> {
  const dataDir = join(bench.folder, 'download');
  const size = bench.scale.fileSize;
  const server = await startServer({ dataDir });
  const nginx = await startNginx(join(bench.folder, 'nginx'), join(dataDir, 'objects', 'files'));
  try {
    const staff = await new ApiClient(server.port).signIn();
    const { url, id } = await storedFile(staff, size);
    const cpu = async () => (await server.child.measure()).cpu;
    const ours: Source = { port: server.port, path: url, cpu };
    const other = nginx && { port: nginx.port, path: `/${id}`, cpu: () => nginx.cpu() };
    const variants: Record<string, () => Promise<Measurement>> = {
      whole: () => measureDownload(ours, size, size),
      ranges: () => measureDownload(ours, size, CHUNK_SIZE),
    };
    if (other) {
      variants.nginxWhole = () => measureDownload(other, size, size);
      variants.nginxRanges = () => measureDownload(other, size, CHUNK_SIZE);
    }
    const results: Partial<Record<string, Measurement>> = await runInterleaved(
      bench.scale.rounds,
      variants,
    );
    return {
      title: `Download of ${size / MIB} MiB`,
      about:
        'The other is nginx with sendfile, one process, without a log. One client discards the bytes; it requests ranges one after the other on one connection. Our server checks the link, the session and the row for every response.',
      lines: [
        ...linesOf('whole', results.whole, results.nginxWhole, 0.9),
        ...linesOf('in ranges of 2 MiB', results.ranges, results.nginxRanges, 0.5),
      ],
      notes: nginx
        ? []
        : [
            'nginx is not installed (Debian: apt-get install nginx-light): nothing to compare with.',
          ],
    };
  } finally {
    await Promise.all([server.end(), nginx?.end()]);
    rmSync(dataDir, { recursive: true });
  }
}

/** A large file of a checkup: its link and the name of its object. */
async function storedFile(staff: ApiClient, size: number) {
  const fileId = await uploadFile(staff, size, 'cbct.dcm');
  const { checkup } = await staff.call<{ checkup: Checkup }>('POST', '/api/admin/checkups', {
    confirmDifferentPatient: true,
    partner: await newPartner(staff),
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    xrayFiles: [{ fileId, fileName: 'cbct.dcm' }],
  });
  const url = checkup.xrayFileLinks[0]?.url ?? '';
  const capability = Buffer.from(url.slice(url.lastIndexOf('/') + 1), 'base64url');
  const hex = capability.toString('hex', 0, 16);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { url, id };
}

interface Measurement {
  cpu: number;
  speed: number;
}

async function measureDownload(
  { port, path, cpu }: Source,
  size: number,
  piece: number,
): Promise<Measurement> {
  const connection = new Connection(port);
  const before = await cpu();
  const began = performance.now();
  for (let offset = 0; offset < size; offset += piece) {
    const range = piece === size ? '' : `Range: bytes=${offset}-${offset + piece - 1}\r\n`;
    const { status, length } = await connection.get(path, range);
    if (status !== (range ? 206 : 200) || length !== piece)
      throw new Error(`${path} returned ${status} with ${length} bytes`);
  }
  const seconds = (performance.now() - began) / 1_000;
  connection.close();
  return { cpu: (((await cpu()) - before) / 1e6) * (GIB / size), speed: size / seconds };
}

function linesOf(
  what: string,
  ours: Measurement | undefined,
  other: Measurement | undefined,
  min: number,
): Line[] {
  if (!ours) return [];
  return [
    {
      what: `${what}: speed`,
      unit: 'MB/s',
      ours: ours.speed / 1e6,
      other: other && other.speed / 1e6,
      bar: { of: 'ratio', min },
    },
    { what: `${what}: CPU`, unit: 's/GiB', ours: ours.cpu, other: other?.cpu },
  ];
}
