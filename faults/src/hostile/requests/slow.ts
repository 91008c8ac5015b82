import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { chunkForm, uploadFile } from '@deqiq/testkit/http/upload.ts';
import type { CampaignContext, Figure } from '../../campaign.ts';
import { openTestBench, type TestBench } from '../test-bench.ts';
import { PATIENCE } from './raw.ts';

const SLOW = 500;
/** Requests per second of all other clients. */
const NORMAL = 50;

/**
 * Milliseconds until each kind must be disconnected: 5 s for headers, 10 s for bodies, a minute for readers, which
 * the server checks twice.
 */
const GONE = { headers: 8_000, bodies: 14_000, readers: 90_000 };

/** On a busy machine the server's clocks are late, too: a client has as many more times the slowest normal request. */
const MORE_REQUESTS = 5;

/** Bytes of the file that slow readers request: more than the buffers of the system. */
const LARGE = 32 * 1024 * 1024;

type Kind = (bench: TestBench, socket: Socket, link: string) => () => void;

const json = 'Content-Type: application/json\r\n';
const login = `POST /api/admin/auth/login HTTP/1.1\r\nHost: x\r\n${json}`;

/** Each starts a request and returns what it does every second. */
const kinds: Readonly<Record<string, { begins: Kind; gone: number }>> = {
  'sends nothing': { begins: () => () => {}, gone: GONE.headers },
  'sends its headers byte by byte': {
    begins: (_stand, socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: ');
      return () => socket.write('x');
    },
    gone: GONE.headers,
  },
  'sends headers and no body': {
    begins: (_stand, socket) => {
      socket.write(`${login}Content-Length: 500\r\n\r\n`);
      return () => {};
    },
    gone: GONE.bodies,
  },
  'sends its body byte by byte': {
    begins: (_stand, socket) => {
      socket.write(`${login}Content-Length: 900\r\n\r\n{`);
      return () => socket.write(' ');
    },
    gone: GONE.bodies,
  },
  'sends chunks of one byte': {
    begins: (_stand, socket) => {
      socket.write(`${login}Transfer-Encoding: chunked\r\n\r\n`);
      return () => socket.write('1\r\n \r\n');
    },
    gone: GONE.bodies,
  },
  'stops in the middle of a chunk of an X-ray': {
    begins: ({ staff }, socket) => {
      const form = chunkForm(staff, { chunkNumber: 0, fileId: 'slow' }, Buffer.alloc(200_000));
      socket.write(Buffer.concat(form.map((piece) => Buffer.from(piece))).subarray(0, 100_000));
      return () => {};
    },
    gone: GONE.bodies,
  },
  'stops in the middle of a picture': {
    begins: ({ signed }, socket) => {
      const head = `POST /api/admin/clinics HTTP/1.1\r\nHost: x\r\nAuthorization: ${signed.authorization}\r\n`;
      socket.write(
        `${head}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 4000000\r\n\r\n--B`,
      );
      return () => {};
    },
    gone: GONE.bodies + PATIENCE,
  },
  'requests an X-ray and does not read it': {
    begins: (_stand, socket, link) => {
      socket.pause();
      socket.write(`GET ${link} HTTP/1.1\r\nHost: x\r\n\r\n`);
      return () => {};
    },
    gone: GONE.readers,
  },
};

/** Five hundred clients keep connections busy, while other clients send normal requests, also to a server without them. */
export async function slow(
  bench: TestBench,
  { short, log, folder }: CampaignContext,
): Promise<Figure[]> {
  const link = await largeFile(bench);
  const control = await openTestBench(join(folder, 'control'));
  const names = Object.keys(kinds);
  const began = performance.now();
  const clients = Array.from({ length: SLOW }, (_, at) =>
    client(bench, names[at % names.length] ?? '', link),
  );
  const tick = setInterval(() => {
    for (const { every, gone } of clients) if (!gone()) every();
  }, 1_000);
  const normal = sendNormal(bench);
  const quiet = sendNormal(control);
  const inTime = clients.filter(({ kind }) => !short || kind.gone < GONE.readers);
  const isWaiting = ({ gone }: { gone: number }) =>
    performance.now() - began < gone + MORE_REQUESTS * normal.slowest();
  while (inTime.some(({ gone, kind }) => !gone() && isWaiting(kind))) await pause(100);
  await Promise.all([normal.end(), quiet.end()]);
  clearInterval(tick);
  let cut = 0;
  await Promise.all(
    inTime.map(async ({ name, kind, wasCut }) => {
      if (await wasCut()) cut += 1;
      else bench.find(`a client that ${name} is not disconnected after ${kind.gone} ms`);
    }),
  );
  for (const { socket } of clients) socket.destroy();
  const slowest = Math.round(normal.slowest());
  const slowestQuiet = Math.round(quiet.slowest());
  if (slowest > Math.max(PATIENCE, 10 * slowestQuiet))
    bench.find(`with slow clients a request took ${slowest} ms, ${slowestQuiet} without`);
  log(`${normal.count()} other requests, the slowest in ${slowest} ms, ${slowestQuiet} without`);
  await bench.settle('slow clients');
  await control.end();
  for (const finding of control.findings) bench.find(`without slow clients: ${finding}`);
  return [
    { what: 'slow clients, of eight kinds', count: SLOW },
    {
      what: `of these disconnected${short ? ' (the short run does not wait for readers)' : ''}`,
      count: cut,
    },
    { what: 'requests of other clients beside them', count: normal.count() },
    { what: 'slowest of those, ms', count: slowest },
    { what: 'slowest of a server without slow clients at the same time, ms', count: slowestQuiet },
  ];
}

function client(bench: TestBench, name: string, link: string) {
  const kind = kinds[name] as (typeof kinds)[string];
  let isGone = false;
  const socket = connect({ port: bench.port, host: '127.0.0.1' });
  socket.on('error', () => {});
  for (const event of ['end', 'close'] as const)
    socket.on(event, () => {
      isGone = true;
    });
  let every = () => {};
  void once(socket, 'connect').then(
    () => {
      every = kind.begins(bench, socket, link);
      if (!socket.isPaused()) socket.resume();
    },
    () => {},
  );
  /** A client that reads nothing does not notice the disconnection: it must have received less than the whole file. */
  async function wasCut(): Promise<boolean> {
    if (isGone || !socket.isPaused()) return isGone;
    let received = 0;
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length;
      if (received > LARGE) socket.destroy();
    });
    socket.resume();
    await once(socket, 'close');
    return received < LARGE;
  }
  return { name, kind, socket, wasCut, gone: () => isGone, every: () => every() };
}

/** Sends fifty requests per second of every usual kind until its end; each must succeed. */
function sendNormal(bench: TestBench) {
  const { signed, port } = bench;
  const normalRequests: readonly (readonly [string, Record<string, string>, number])[] = [
    ['/', {}, 200],
    ['/healthz', {}, 200],
    ['/api/misc/clinics', {}, 200],
    ['/api/admin/checkups', signed, 200],
    ['/api/admin/partners?fullName=Ayt', signed, 200],
    ['/api/partner/misc/checkups', bench.asPartner, 200],
    ['/api/admin/checkups', {}, 401],
  ];
  const requests: Promise<void>[] = [];
  let failed = 0;
  let slowest = 0;
  const ask = async ([path, headers, status]: (typeof normalRequests)[number]): Promise<void> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers,
        signal: AbortSignal.timeout(10 * PATIENCE),
      });
      await answer.arrayBuffer();
      if (answer.status !== status)
        bench.find(`with slow clients, ${path} returned ${answer.status}`);
    } catch (error) {
      failed += 1;
      if (failed < 4) bench.find(`with slow clients, ${path} got no response: ${error}`);
    }
  };
  const time = async (request: Promise<void>): Promise<void> => {
    const began = performance.now();
    await request;
    slowest = Math.max(slowest, performance.now() - began);
  };
  let at = 0;
  const timer = setInterval(() => {
    const request = normalRequests[at % normalRequests.length];
    if (request) requests.push(time(ask(request)));
    if (at % NORMAL === 0) requests.push(time(chunk(bench)));
    at += 1;
  }, 1_000 / NORMAL);

  return {
    count: () => requests.length,
    /** Milliseconds. */
    slowest: () => slowest,
    /** Sends no more, and waits for those under way. */
    async end(): Promise<void> {
      clearInterval(timer);
      await Promise.all(requests);
    },
  };
}

/** Sends a chunk of an X-ray in parallel. */
async function chunk(bench: TestBench): Promise<void> {
  const connection = new Connection(bench.port);
  bench.acknowledged('beside-slow-clients');
  const form = chunkForm(
    bench.staff,
    { chunkNumber: 0, fileId: 'beside-slow-clients' },
    Buffer.alloc(2 * 1024 * 1024, 7),
  );
  const { status } = await connection.send(form);
  connection.close();
  if (status !== 200) bench.find(`with slow clients, a chunk returned ${status}`);
}

async function largeFile(bench: TestBench): Promise<string> {
  const fileId = await uploadFile(bench.staff, LARGE, 'large.dcm');
  bench.acknowledged(fileId);
  const person = { partner: bench.partnerId, firstName: 'Nigar', lastName: 'Hüseynova' };
  const { checkup } = await bench.staff.call<{ checkup: Checkup }>('POST', '/api/admin/checkups', {
    ...person,
    xrayFiles: [{ fileId, fileName: 'large.dcm' }],
  });
  return checkup.xrayFileLinks[0]?.url ?? '';
}
