import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../../attack.ts';
import { besideNeighbours, type Neighbour } from '../../bystanders/neighbours.ts';

const CONNECTIONS = 4_200;

/** Another address than that of the visitors. */
const ATTACKER = '127.0.0.9';

/** Milliseconds between two requests of a connection: often enough to stay open. */
const EVERY = 4_000;

export const idleConnections: Attack = {
  name: 'idle-connections',
  about:
    'One address opens 4,200 connections without a sign-in, sends a request in each now and then, and opens those again that it loses.',
  async run(context) {
    const target = await context.startTarget();
    return besideNeighbours(target, [newVisitor(target.port)], {
      duration: context.short ? 10_000 : 40_000,
      async start() {
        const sockets = new Set<Socket>();
        const open = () => sockets.add(visit(target.port, sockets));
        for (let count = 0; count < CONNECTIONS; count += 1) {
          open();
          // Slowly: what the system has not handed to the server yet must not fill its queue.
          if (count % 50 === 0) await pause(50);
        }
        const timer = setInterval(() => {
          for (const socket of sockets) request(socket);
          while (sockets.size < CONNECTIONS) open();
        }, EVERY);
        return () => {
          clearInterval(timer);
          for (const socket of sockets) socket.destroy();
        };
      },
    });
  },
};

/** A visitor at another address, with a new connection each time. */
const newVisitor = (port: number): Neighbour => ({
  name: 'first visit',
  async act() {
    const visitor = httpRequest({ host: '127.0.0.1', port, path: '/healthz', agent: false }).end();
    const [answer] = (await once(visitor, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
  },
});

function visit(port: number, sockets: Set<Socket>): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  socket.resume();
  request(socket);
  return socket;
}

const request = (socket: Socket): void => {
  if (socket.writable) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
};
