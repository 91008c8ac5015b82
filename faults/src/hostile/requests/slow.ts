import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { chunkForm, uploadFile } from '@deqiq/testkit/http/upload.ts';
import type { CampaignContext, Figure } from '../../campaign.ts';
import type { TestBench } from '../test-bench.ts';
import { PATIENCE } from './raw.ts';

const SLOW = 500;
/** Requests per second of all other clients. */
const NORMAL = 50;

/**
 * Milliseconds until each kind must be disconnected: 5 s for headers, 10 s for bodies, a minute for readers, which
 * the server checks twice; with a margin for a busy machine.
 */
const GONE = { headers: 8_000, bodies: 14_000, readers: 90_000 };

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

/** Five hundred clients keep connections busy, while other clients send normal requests. */
export async function slow(bench: TestBench, { short, log }: CampaignContext): Promise<Figure[]> {
  const link = await largeFile(bench);
  const alone = await sendNormal(bench, 2_000);
  const names = Object.keys(kinds);
  const began = performance.now();
  const clients = Array.from({ length: SLOW }, (_, at) =>
    client(bench, names[at % names.length] ?? '', link),
  );
  const tick = setInterval(() => {
    for (const { every, gone } of clients) if (!gone()) every();
  }, 1_000);
  const normal = await sendNormal(bench, short ? 10_000 : 20_000);
  const inTime = clients.filter(({ kind }) => !short || kind.gone < GONE.readers);
  const isWaiting = (kind: { gone: number }) => performance.now() - began < kind.gone;
  while (inTime.some(({ gone, kind }) => !gone() && isWaiting(kind))) await pause(100);
  clearInterval(tick);
  let cut = 0;
  await Promise.all(
    inTime.map(async ({ name, kind, wasCut }) => {
      if (await wasCut()) cut += 1;
      else bench.find(`a client that ${name} is not disconnected after ${kind.gone} ms`);
    }),
  );
  for (const { socket } of clients) socket.destroy();
  // On a busy machine everything is slow, so this is compared with the time without slow clients.
  if (normal.slowest > Math.max(PATIENCE, 10 * alone.slowest))
    bench.find(`with slow clients a request took ${Math.round(normal.slowest)} ms`);
  log(`${normal.count} other requests meanwhile, the slowest in ${Math.round(normal.slowest)} ms`);
  await bench.settle('slow clients');
  return [
    { what: 'slow clients, of eight kinds', count: SLOW },
    {
      what: `of these disconnected${short ? ' (the short run does not wait for readers)' : ''}`,
      count: cut,
    },
    { what: 'requests of other clients meanwhile', count: normal.count },
    { what: 'slowest of those, ms', count: Math.round(normal.slowest) },
    { what: 'slowest without slow clients, ms', count: Math.round(alone.slowest) },
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

/** Sends fifty requests per second of every usual kind; each must succeed. */
async function sendNormal(bench: TestBench, milliseconds: number) {
  const until = performance.now() + milliseconds;
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
  const requests: Promise<number>[] = [];
  let failed = 0;
  const ask = async ([path, headers, status]: (typeof normalRequests)[number]): Promise<number> => {
    const began = performance.now();
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
    return performance.now() - began;
  };
  for (let at = 0; performance.now() < until; at += 1) {
    requests.push(
      ask(normalRequests[at % normalRequests.length] as (typeof normalRequests)[number]),
    );
    if (at % NORMAL === 0) requests.push(chunk(bench));
    await pause(1_000 / NORMAL);
  }
  const times = await Promise.all(requests);
  return { count: times.length, slowest: Math.max(...times) };
}

/** Sends a chunk of an X-ray in parallel. */
async function chunk(bench: TestBench): Promise<number> {
  const began = performance.now();
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
  return performance.now() - began;
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
