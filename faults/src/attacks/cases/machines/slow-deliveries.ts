import { type ClientRequest, request as httpRequest } from 'node:http';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import type { Attack } from '../../attack.ts';
import { besideNeighbours } from '../../bystanders/neighbours.ts';
import { addDevice, newSlice, STEADY_RATE, stowNeighbour } from '../../machines.ts';

/** Milliseconds. */
const DURATION = { short: 10_000, full: 60_000 };

/** 240 bytes per second. */
const DRIP = { bytes: 1_200, every: 5_000 };

const DELIVERIES = 16;

export const slowStow: Attack = {
  name: 'slow-stow',
  about:
    'One device opens 16 deliveries and sends 240 bytes per second in each. Another device goes on delivering.',
  async run(context) {
    const target = await context.startTarget();
    const token = await addDevice(target, 'Attacker');
    return besideNeighbours(target, [await stowNeighbour(target)], {
      duration: context.short ? DURATION.short : DURATION.full,
      async start() {
        const requests = Array.from({ length: DELIVERIES }, () => beginStow(target.port, token));
        const timer = setInterval(() => {
          for (const request of requests) request.write(Buffer.alloc(DRIP.bytes));
        }, DRIP.every);
        return () => {
          clearInterval(timer);
          for (const request of requests) request.destroy();
        };
      },
    });
  },
};

function beginStow(port: number, token: string): ClientRequest {
  const { payload, headers } = stowRequest([newSlice()]);
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: '/dicom-web/studies',
    method: 'POST',
    agent: false,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  request.on('error', () => {});
  request.write(payload.subarray(0, payload.length / 2));
  return request;
}

const ASSOCIATIONS = { storing: 12, idle: 256 };

/** Milliseconds between two fragments of a data set. */
const FRAGMENT_INTERVAL = 500;

export const slowStores: Attack = {
  name: 'slow-c-stores',
  about:
    'One machine sends 12 X-rays by C-STORE at 40 KB/s each, without end. Another machine goes on delivering.',
  async run(context) {
    const target = await context.startTarget();
    const { port } = await target.intake();
    const fragment = Buffer.alloc((STEADY_RATE * FRAGMENT_INTERVAL) / 1_000);
    return besideNeighbours(target, [], {
      duration: context.short ? DURATION.short : DURATION.full,
      async start() {
        const machines = await openAll(port, ASSOCIATIONS.storing);
        const send = () =>
          machines.map((machine, index) =>
            machine.begin({ sopInstance: `2.25.73.${index}`, dataSet: fragment }).catch(() => {}),
          );
        await Promise.all(send());
        const timer = setInterval(() => {
          for (const machine of machines) void machine.continue(fragment).catch(() => {});
        }, FRAGMENT_INTERVAL);
        return () => {
          clearInterval(timer);
          for (const { socket } of machines) socket.destroy();
        };
      },
    });
  },
};

export const busyAssociations: Attack = {
  name: 'busy-associations',
  about:
    'One machine opens 256 associations, uses each every 3 seconds, and opens a new one for each that it loses. Another machine goes on delivering.',
  async run(context) {
    const target = await context.startTarget();
    const { port } = await target.intake();
    return besideNeighbours(target, [], {
      duration: context.short ? DURATION.short : DURATION.full,
      async start() {
        const machines = new Set(await openAll(port, ASSOCIATIONS.idle));
        const timer = setInterval(() => {
          for (const machine of machines) {
            if (machine.socket.destroyed) {
              machines.delete(machine);
              void openAssociation(port).then(
                (next) => machines.add(next),
                () => {},
              );
            } else void machine.echo().catch(() => {});
          }
        }, 3_000);
        return () => {
          clearInterval(timer);
          for (const { socket } of machines) socket.destroy();
        };
      },
    });
  },
};

const openAll = (port: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => openAssociation(port)));
