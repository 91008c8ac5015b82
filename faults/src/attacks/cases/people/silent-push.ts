import { setTimeout as pause } from 'node:timers/promises';
import {
  MAX_DEVICES,
  type PushSubscriptions,
} from '@deqiq/contract/notifications/notifications.ts';
import type { Lab } from '@deqiq/contract/office/labs.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { PushService } from '@deqiq/testkit/push/push-service.ts';
import type { Attack } from '../../attack.ts';
import { besideNeighbours, type Neighbour } from '../../bystanders/neighbours.ts';
import type { SignedInPartner, Target } from '../../target.ts';

const EVENTS = 4;

/** Milliseconds. */
const DURATION = { short: 15_000, full: 60_000 };
const POLL = 20;

const DEVICES = '/api/partner/notifications/devices';

export const silentPush: Attack = {
  name: 'silent-push',
  about:
    'One partner has ten push subscriptions at a service that accepts connections and never answers, and is notified of four events. Another partner is notified as before.',
  async run(context) {
    const service = await new PushService().start();
    const gate = openGate(service);
    const target = await context.startTarget({
      env: { PUSH_TEST_ORIGIN: service.origin, NODE_ENV: 'test' },
    });
    try {
      const attacker = await target.newPartner();
      for (let count = 0; count < MAX_DEVICES; count += 1)
        gate.silent.add(await subscribe(target, attacker, service));
      return await besideNeighbours(target, [await pushNeighbour(target, service)], {
        duration: context.short ? DURATION.short : DURATION.full,
        async start() {
          for (let count = 0; count < EVENTS; count += 1) await completeLab(target, attacker.id);
          return () => {};
        },
      });
    } finally {
      gate.end();
      await service.stop();
    }
  },
};

/** Messages to the silent subscriptions of a service are read and never answered. */
function openGate(service: PushService) {
  const silent = new Set<string>();
  const over = Promise.withResolvers<undefined>();
  service.conduct = {
    atEnd: (endpoint) => (silent.has(endpoint) ? over.promise : undefined),
  };
  return { silent, end: () => over.resolve(undefined) };
}

/** Switches push messages on in another browser of a partner. Returns its endpoint. */
async function subscribe(
  { port }: Target,
  { login }: SignedInPartner,
  service: PushService,
): Promise<string> {
  const browser = await new ApiClient(port).signIn('partner', login);
  const { publicKey } = await browser.call<PushSubscriptions>('GET', DEVICES);
  const fields = service.subscribe(publicKey);
  await browser.call('POST', DEVICES, fields);
  return fields.endpoint;
}

/** An event of a partner that is sent without delay. */
async function completeLab({ staff }: Target, partner: string): Promise<void> {
  const fields = { title: 'Qapaq', partner, startDate: '2026-11-23', endDate: '2026-11-24' };
  const { lab } = await staff.call<{ lab: Lab }>('POST', '/api/admin/labs', fields);
  await staff.call('PATCH', `/api/admin/labs/${lab._id}/status`, { status: 'completed' });
}

async function pushNeighbour(target: Target, service: PushService): Promise<Neighbour> {
  const partner = await target.newPartner();
  const endpoint = await subscribe(target, partner, service);
  const count = () => service.received.filter((push) => push.endpoint === endpoint).length;
  return {
    name: 'push message',
    async act() {
      const before = count();
      await completeLab(target, partner.id);
      while (count() === before) await pause(POLL);
    },
  };
}
