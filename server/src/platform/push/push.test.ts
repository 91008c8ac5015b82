import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { PushService } from '@deqiq/testkit/push/push-service.ts';
import { isPublicAddress, isPushService, lookupPublic } from './push-endpoint.ts';
import { deriveVapidKeys } from './vapid-keys.ts';
import { webPusher } from './web-push.ts';

test('addresses of this machine, of private networks and of special purpose are not public', () => {
  const special = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '2001::1',
    'push.example.com',
  ];
  for (const address of special) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '2a00:1450:4001:829::200e', '2600::1'])
    assert.equal(isPublicAddress(address), true, address);
});

test('a star means the hosts below a name, or for all', () => {
  const services = ['fcm.googleapis.com', '*.push.apple.com'];
  for (const host of ['fcm.googleapis.com', 'web.push.apple.com'])
    assert.ok(isPushService(services, host), host);
  for (const host of [
    'googleapis.com',
    'push.apple.com',
    'evilpush.apple.com',
    'a.fcm.googleapis.com',
  ])
    assert.ok(!isPushService(services, host), host);
  assert.ok(isPushService(['*'], 'push.example.com'));
});

test('a name that leads to this machine is refused when it is resolved', async () => {
  for (const all of [true, false]) {
    const error = await new Promise<Error | null>((resolve) => {
      lookupPublic('localhost', { all }, resolve);
    });
    assert.match(String(error), /not public/);
  }
});

const message = { payload: {}, ttl: 60, urgency: 'normal', topic: 'a' } as const;
const contact = 'mailto:info@clinic.example';
const keys = deriveVapidKeys(Buffer.from('a secret'));

/** Sends a message to an endpoint whose origin is allowed. */
function send(endpoint: string, { timeout }: { timeout: number }) {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const testOrigin = new URL(endpoint).origin;
  const pusher = webPusher({ keys, contact, timeout, services: [], testOrigin });
  const authSecret = Buffer.alloc(16).toString('base64url');
  const to = { endpoint, publicKey: browser.getPublicKey('base64url'), authSecret };
  const beforeEnd = () => Promise.resolve();
  return pusher.send(to, message, { signal: new AbortController().signal, beforeEnd });
}

test('no connection is made to a name that leads to this machine', async () => {
  await assert.rejects(send('https://localhost:1/x', { timeout: 5_000 }), /not public/);
});

test('a push service that does not respond is given up', async (t) => {
  const service = await new PushService().start();
  t.after(() => service.stop());
  const { endpoint } = service.subscribe(keys.publicKey);
  service.conduct = { atEnd: () => new Promise(() => {}) };
  await assert.rejects(send(endpoint, { timeout: 100 }), /PUSH timeout/);
  assert.equal(service.requests, 1);
});

test('a secret gives the same key every time, and another secret another one', () => {
  const [one, same, other] = ['secret 1', 'secret 1', 'secret 2'].map((secret) =>
    deriveVapidKeys(Buffer.from(secret)),
  );
  assert.deepEqual(one, same);
  assert.notEqual(one?.publicKey, other?.publicKey);
  assert.match(String(one?.publicKey), /^B[\w-]{86}$/);
});
