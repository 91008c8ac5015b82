import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { uploadFile } from '@deqiq/testkit/http/upload.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { newPartner } from '../upload/partner.ts';

const LIST = '/api/admin/checkups?limit=20';

/** Milliseconds between two polls, and between two reads of a part of a file. */
const EVERY = 20;
const PIECE = 65_536;

/** Many users sign in at the same moment while others work: measures the longest wait of the others. */
export async function flood(bench: Bench): Promise<Table> {
  const dataDir = join(bench.folder, 'flood');
  const server = await startServer({ dataDir });
  const { port } = server;
  try {
    const staff = await new ApiClient(port).signIn();
    const url = await storedFile(staff);
    const { signIns, rounds } = bench.scale;
    const withoutSignIns = () => measureOthers(server, staff, url, () => pause(500));
    const results = await runInterleaved(rounds, {
      flood: () => measureOthers(server, staff, url, () => signInAtOnce(port, signIns)),
      quiet: withoutSignIns,
    });
    const bar: Line['bar'] = { of: 'ours', max: 50 };
    return {
      title: `${signIns} simultaneous sign-ins while other users work`,
      about: `The longest wait of a round, as the median over the rounds; a list poll and a file read every ${EVERY} ms. The other is the same server without sign-ins.`,
      lines: [
        line('list poll, the longest wait', results.flood.list, results.quiet.list, bar),
        line(
          'read of 64 KiB of a file, the longest wait',
          results.flood.file,
          results.quiet.file,
          bar,
        ),
        line('until the last user is signed in', results.flood.over),
        line('CPU per sign-in, including the requests meanwhile', results.flood.cpu / signIns),
      ],
    };
  } finally {
    await server.end();
    rmSync(dataDir, { recursive: true });
  }
}

const line = (what: string, ours: number, other?: number, bar?: Line['bar']): Line => {
  return { what, unit: 'ms', ours, other, ...(bar && { bar }) };
};

async function measureOthers(
  { child }: ServerProcess,
  staff: ApiClient,
  url: string,
  work: () => Promise<unknown>,
) {
  const before = await child.measure();
  let isFinished = false;
  const list = longestWait(staff.port, () => isFinished, [LIST, staff.authorization]);
  const file = longestWait(staff.port, () => isFinished, [url, `Range: bytes=0-${PIECE - 1}\r\n`]);
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  isFinished = true;
  const cpu = ((await child.measure()).cpu - before.cpu) / 1_000;
  return { list: await list, file: await file, over: took, cpu };
}

async function longestWait(port: number, isOver: () => boolean, request: [string, string]) {
  const connection = new Connection(port);
  let longest = 0;
  while (!isOver()) {
    const began = performance.now();
    const { status } = await connection.get(...request);
    if (status !== 200 && status !== 206) throw new Error(`${request[0]} returned ${status}`);
    longest = Math.max(longest, performance.now() - began);
    await pause(EVERY);
  }
  connection.close();
  return longest;
}

/** Half of them have a wrong password, which costs the server the same. Each comes from a network of its own. */
async function signInAtOnce(port: number, count: number): Promise<void> {
  const connections = Array.from(
    { length: count },
    (_, n) => new Connection(port, `127.${1 + (n % 250)}.${Math.floor(n / 250)}.1`),
  );
  await Promise.all(
    connections.map(async (connection, n) => {
      const password = n % 2 === 0 ? ADMIN.password : randomBytes(8).toString('hex');
      const body = JSON.stringify({ username: ADMIN.username, password });
      const head = [
        'POST /api/admin/auth/login HTTP/1.1',
        'Host: bench',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ].join('\r\n');
      const { status } = await connection.send([`${head}\r\n\r\n${body}`]);
      if (status !== 200 && status !== 401) throw new Error(`a sign-in returned ${status}`);
      connection.close();
    }),
  );
}

async function storedFile(staff: ApiClient): Promise<string> {
  const fileId = await uploadFile(staff, 4 * CHUNK_SIZE, 'panoram.dcm');
  const { checkup } = await staff.call<{ checkup: Checkup }>('POST', '/api/admin/checkups', {
    confirmDifferentPatient: true,
    partner: await newPartner(staff),
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    xrayFiles: [{ fileId, fileName: 'panoram.dcm' }],
  });
  return checkup.xrayFileLinks[0]?.url ?? '';
}
