import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  statusOf,
  textFrom,
  webhookOf,
  whatsAppEnvironment,
  whatsAppNumber,
} from '@deqiq/testkit/providers/whatsapp.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import type { MessageStatus, StopRequest } from '../../../platform/messaging/message-channel.ts';

const URL = '/api/misc/webhooks/whatsapp';
const message = { id: 'wamid.1', to: '994501234567', reference: 'm-1' };

/** A clinic with WhatsApp, and what its webhook has told. */
async function newClinic(t: TestContext, { rateLimits = false } = {}) {
  const statuses: MessageStatus[] = [];
  const stops: StopRequest[] = [];
  const failures: Error[] = [];
  const fail = () => {
    const error = failures.shift();
    if (error) throw error;
  };
  const messageEvents = {
    async onStatus(status: MessageStatus) {
      fail();
      statuses.push(status);
    },
    async onStop(stop: StopRequest) {
      fail();
      stops.push(stop);
    },
  };
  const settings = whatsAppEnvironment('http://127.0.0.1:9');
  const { app } = await newWorld(t, { rateLimits, settings, messageEvents });
  const post = async ({ body, headers }: { body: string | Buffer; headers: object }) =>
    (await app.inject({ method: 'POST', url: URL, payload: body, headers: { ...headers } }))
      .statusCode;
  return { app, statuses, stops, failures, post };
}

const query = (token: string, mode = 'subscribe') =>
  `${URL}?hub.mode=${mode}&hub.verify_token=${encodeURIComponent(token)}&hub.challenge=1158201444`;

test('Meta enters the webhook with the token that the operator chose', async (t) => {
  const { app } = await newClinic(t);
  const right = await app.inject(query(whatsAppNumber.verifyToken));
  assert.deepEqual([right.statusCode, right.body], [200, '1158201444']);
  assert.match(String(right.headers['content-type']), /^text\/plain/);
  const wrong = [query('guessed'), query(whatsAppNumber.verifyToken, 'unsubscribe'), URL];
  for (const url of wrong) assert.equal((await app.inject(url)).statusCode, 403, url);
});

test('sent, delivered, read and failed are told with the reference', async (t) => {
  const { post, statuses } = await newClinic(t);
  const list = (['sent', 'delivered', 'read', 'failed'] as const).map((status, index) =>
    statusOf(message, status, 1_790_000_000 + index),
  );
  assert.equal(await post(webhookOf({ statuses: list })), 200);
  assert.deepEqual(
    statuses.map(({ status, code }) => [status, code]),
    [
      ['sent', undefined],
      ['delivered', undefined],
      ['read', undefined],
      ['failed', '131026'],
    ],
  );
  assert.deepEqual(statuses[1], {
    channel: 'whatsapp',
    id: 'wamid.1',
    reference: 'm-1',
    status: 'delivered',
    at: new Date(1_790_000_001_000),
    code: undefined,
  });
});

test('repeated and reordered webhooks are told as they come, with equal ids', async (t) => {
  const { post, statuses, stops } = await newClinic(t);
  const read = webhookOf({ statuses: [statusOf(message, 'read', 1_790_000_009)] });
  const sent = webhookOf({ statuses: [statusOf(message, 'sent', 1_790_000_001)] });
  const stop = webhookOf({ messages: [textFrom('994501234567', 'STOP')] });
  for (const webhook of [read, sent, read, stop, stop]) assert.equal(await post(webhook), 200);
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['read', 'sent', 'read'],
  );
  assert.equal(new Set(stops.map(({ id }) => id)).size, 1);
});

test('a stop word in any of the languages is told, a question is not', async (t) => {
  const { post, stops } = await newClinic(t);
  const words = ['STOP', 'DAYANDIR', 'СТОП', 'Dayandır!'];
  const messages = [...words, 'Saat neçədə?'].map((word) => textFrom('994501234567', word));
  const button = {
    from: '994501234567',
    id: 'wamid.b',
    timestamp: '1790000100',
    button: { text: 'Stop' },
  };
  const sticker = { from: '994501234567', id: 'wamid.s', timestamp: '1790000100', type: 'sticker' };
  assert.equal(await post(webhookOf({ messages: [...messages, button, sticker] })), 200);
  assert.deepEqual(
    stops.map(({ phone }) => phone),
    Array(5).fill('994501234567'),
  );
});

test('a forged webhook tells nothing', async (t) => {
  const { post, statuses } = await newClinic(t);
  const { body, headers } = webhookOf({ statuses: [statusOf(message, 'read')] });
  const signature = headers['x-hub-signature-256'];
  const type = { 'content-type': 'application/json' };
  const forged = [
    webhookOf({ statuses: [statusOf(message, 'read')] }, { appSecret: 'f'.repeat(32) }),
    { body, headers: type },
    { body, headers: { ...type, 'x-hub-signature-256': signature.slice(0, -1) } },
    { body, headers: { ...type, 'x-hub-signature-256': signature.replace('sha256=', '') } },
    { body: body.replace('read', 'sent'), headers },
    { body: `${body} `, headers },
    { body: 'no json', headers: { ...type, 'x-hub-signature-256': 'sha256=' } },
    { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ];
  for (const webhook of forged) assert.equal(await post(webhook), 403);
  assert.deepEqual(statuses, []);
});

test('signed content of another number, and content that is not known, is left out', async (t) => {
  const { post, statuses } = await newClinic(t);
  const other = webhookOf({ statuses: [statusOf(message, 'read')] }, { phoneNumberId: '999999' });
  const strange = webhookOf({
    statuses: [{ ...statusOf(message, 'read'), status: 'played' }, statusOf(message, 'sent')],
  });
  for (const webhook of [other, strange]) assert.equal(await post(webhook), 200);
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['sent'],
  );
});

test('a webhook that could not be processed is repeated by Meta', async (t) => {
  const { post, failures, stops } = await newClinic(t);
  const stop = webhookOf({ messages: [textFrom('994501234567', 'STOP')] });
  failures.push(new Error('the database is away'));
  assert.equal(await post(stop), 500);
  assert.equal(await post(stop), 200);
  assert.equal(stops.length, 1);
});

test('a body of more than 256 KB is refused', async (t) => {
  const { post } = await newClinic(t);
  const long = webhookOf({ messages: [textFrom('994501234567', 'a'.repeat(256 * 1_024))] });
  assert.equal(await post(long), 413);
});

test('an address that guesses is stopped after 30 attempts, and Meta is not', async (t) => {
  const { app, post } = await newClinic(t, { rateLimits: true });
  const guess = () => app.inject({ url: query('guessed'), remoteAddress: '203.0.113.7' });
  for (let count = 0; count < 30; count += 1) assert.equal((await guess()).statusCode, 403);
  const stopped = await guess();
  assert.equal(stopped.statusCode, 429);
  assert.ok(Number(stopped.headers['retry-after']) > 0);
  for (let count = 0; count < 40; count += 1)
    assert.equal(await post(webhookOf({ statuses: [statusOf(message, 'sent')] })), 200);
});

test('without a configured number there is no webhook', async (t) => {
  const { app } = await newWorld(t);
  const { body, headers } = webhookOf({ statuses: [statusOf(message, 'read')] });
  assert.equal(
    (await app.inject({ method: 'POST', url: URL, payload: body, headers })).statusCode,
    404,
  );
  assert.equal((await app.inject(query(whatsAppNumber.verifyToken))).statusCode, 404);
});
