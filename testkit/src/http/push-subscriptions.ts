import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { PushDevices } from '@deqiq/contract/notifications/notifications.ts';
import type { Client } from '../client.ts';

const DEVICES = '/api/partner/notifications/devices';

const newPoint = (): string => createECDH('prime256v1').generateKeys('base64url');

/** The fields of a subscription at a push service that does not exist. */
export const subscriptionFields = {
  endpoint: async () => `https://push.example.com/${randomUUID()}`,
  p256dh: async () => newPoint(),
  auth: async () => randomBytes(16).toString('base64url'),
};

/** Switches push messages on in a browser of this partner. Returns the id of the subscription. */
export async function addPushSubscription(client: Client): Promise<string | undefined> {
  const { endpoint, p256dh, auth } = subscriptionFields;
  const fields = { endpoint: await endpoint(), p256dh: await p256dh(), auth: await auth() };
  const { devices } = (await client.post(DEVICES, fields)).ok<PushDevices>();
  return devices.find(({ isCurrent }) => isCurrent)?._id;
}
