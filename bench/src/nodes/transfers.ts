import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { CHUNK, uploadFile } from '@deqiq/testkit/http/upload.ts';
import {
  missingPrograms,
  startSwift,
  type TestObjectStore,
} from '@deqiq/testkit/object-store/swift.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';
import { openClient } from '../rows/postgres.ts';
import { newPartner } from '../upload/partner.ts';

const MIB = 2 ** 20;

/** Bytes of the file; more would only take longer. */
const MAX_SIZE = 256 * MIB;

const BUCKET = 'deqiq-test';

/** An object that was uploaded with one request. */
const WHOLE = 'sdk/whole';

/** Uploads and downloads a file through a server with an object store, and with the SDK alone. */
export async function transfers(bench: Bench, { few }: BenchDatabases): Promise<Table> {
  const size = Math.min(bench.scale.fileSize, MAX_SIZE);
  const title = `Object store: ${size / MIB} MiB`;
  const about =
    'OpenStack Swift on the same machine. The other sends the same chunks of 2 MiB with the SDK alone, one after the other, and downloads the same object with it: the store joins 32 parts of 8 MiB. Ours also checks, hashes and records every chunk in PostgreSQL.';
  const missing = missingPrograms();
  if (missing.length > 0)
    return { title, about, lines: [], notes: [`Skipped, not installed: ${missing.join(', ')}.`] };
  const database = await createDatabase(few.url ?? '');
  const store = await startSwift();
  const server = await startServer({
    url: database,
    secret: few.secret,
    dataDir: join(bench.folder, 'transfers'),
    env: {
      ...store.environment,
      STORAGE_URL: store.url,
      SECOND_FACTOR_KEY: randomBytes(32).toString('base64url'),
    },
  });
  const sdk = openSdk(store);
  try {
    const staff = await new ApiClient(server.port).signIn();
    const partner = await newPartner(staff);
    const upload = async (): Promise<Checkup> => {
      const fileId = await uploadFile(staff, size, 'arxiv.dcm');
      const { checkup } = await staff.post<{ checkup: Checkup }>('/api/admin/checkups', {
        confirmDifferentPatient: true,
        partner,
        firstName: 'Nigar',
        lastName: 'Quliyeva',
        name: 'Panoram',
        xrayFiles: [{ fileId, fileName: 'arxiv.dcm' }],
      });
      return checkup;
    };
    const url = (await upload()).xrayFileLinks[0]?.url ?? '';
    await sdk.putWhole(size);
    await untilSealed(database);
    const sealed = await findSealed(database);
    const speed = async (work: () => Promise<unknown>) => {
      // Sealing the previous upload would take the processors from this measurement.
      await untilSealed(database);
      const began = performance.now();
      await work();
      return { speed: size / 1e3 / (performance.now() - began) };
    };
    const results = await runInterleaved(bench.scale.rounds, {
      upload: () => speed(upload),
      sdkUpload: () => speed(() => sdk.putChunks(size)),
      download: () => speed(() => downloadFrom(server.port, url, size)),
      sdkDownload: () => speed(() => sdk.get(sealed, size)),
      sdkDownloadOfOnePart: () => speed(() => sdk.get(WHOLE, size)),
    });
    const line = (what: string, ours: number, other: number, min?: number): Line => ({
      what,
      unit: 'MB/s',
      ours,
      other,
      ...(min !== undefined && { bar: { of: 'ratio', min } }),
    });
    const { upload: up, download: down, sdkUpload, sdkDownload, sdkDownloadOfOnePart } = results;
    return {
      title,
      about,
      lines: [
        line('upload', up.speed, sdkUpload.speed, 0.6),
        line('download', down.speed, sdkDownload.speed, 0.8),
        line('the same bytes, stored in one part', down.speed, sdkDownloadOfOnePart.speed),
      ],
    };
  } finally {
    sdk.close();
    await server.end();
    await store.stop();
  }
}

/** An empty database beside another: a server refuses an empty store where its database has files. Returns its URL. */
async function createDatabase(url: string): Promise<string> {
  await using connection = await openClient(url);
  await connection.client.query('create database bench_transfers');
  const own = new URL(url);
  own.pathname = '/bench_transfers';
  return own.href;
}

/** The same work with the SDK alone. */
function openSdk({ url, environment }: TestObjectStore) {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = environment;
  const client = new S3Client({
    endpoint: new URL(url).searchParams.get('endpoint') ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const put = (Key: string, Body: Uint8Array) =>
    client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  return {
    async putChunks(size: number): Promise<void> {
      for (let number = 0; number * CHUNK_SIZE < size; number += 1)
        await put(`sdk/${number}`, CHUNK);
    },
    putWhole: (size: number) => put(WHOLE, Buffer.alloc(size, CHUNK)),
    async get(Key: string, size: number): Promise<void> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
      let received = 0;
      for await (const piece of Body as AsyncIterable<Uint8Array>) received += piece.length;
      if (received !== size) throw new Error(`the SDK received ${received} bytes`);
    },
    close: () => client.destroy(),
  };
}

async function downloadFrom(port: number, url: string, size: number): Promise<void> {
  const connection = new Connection(port);
  const { status, length } = await connection.get(url);
  connection.close();
  if (status !== 200 || length !== size) throw new Error(`${status}: ${length} bytes`);
}

/** Waits until the chunks of all large objects are joined. */
async function untilSealed(url: string): Promise<void> {
  await using connection = await openClient(url);
  for (;;) {
    const query = `select 1 from stored_objects where state <> 'sealed'`;
    if ((await connection.client.query(query)).rowCount === 0) return;
    await pause(50);
  }
}

/** The key of the object that all chunks of the file were joined to. */
async function findSealed(url: string): Promise<string> {
  await using connection = await openClient(url);
  const query = `select blob from stored_objects where state = 'sealed' order by size desc limit 1`;
  return (await connection.client.query<{ blob: string }>(query)).rows[0]?.blob ?? '';
}
