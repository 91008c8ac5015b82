import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { whatsAppNumber, whatsAppStandIn } from '@deqiq/testkit/providers/whatsapp.ts';
import { isStopWord } from './stop-words.ts';
import { whatsAppChannel } from './whatsapp.ts';

const { server, received, strangers, talking } = whatsAppStandIn();

before(() => server.start());
after(() => server.stop());

const open = (changes: object = {}) =>
  whatsAppChannel({ ...whatsAppNumber, url: `${server.url}/v23.0`, ...changes });
const template = {
  name: 'appointment_reminder',
  language: 'az',
  parameters: ['27 noyabr\n10:00', 'Nizami küç.     96'],
} as const;
const message = { to: '+994 50 123 45 67', text: 'Qəbulunuz var', template, reference: 'm-1' };

test('a template is sent in the language of the person, with the reference', async () => {
  const result = await open().send(message);
  assert.equal(result.kind, 'accepted');
  const last = received.at(-1);
  assert.equal(result.kind === 'accepted' && result.id, last?.id);
  assert.deepEqual(
    { to: last?.to, type: last?.type, reference: last?.reference },
    { to: '994501234567', type: 'template', reference: 'm-1' },
  );
  assert.deepEqual(last?.content.template, {
    name: 'appointment_reminder',
    language: { code: 'az' },
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: '27 noyabr 10:00' },
          { type: 'text', text: 'Nizami küç. 96' },
        ],
      },
    ],
  });
});

test('a text without a template reaches only people who have written', async () => {
  const text = { ...message, template: undefined };
  assert.deepEqual(await open().send(text), { kind: 'refused', reason: 'bad-content' });
  talking.add('994501234567');
  const result = await open().send(text);
  talking.delete('994501234567');
  assert.equal(result.kind, 'accepted');
});

test('a number without WhatsApp is refused', async () => {
  strangers.add('994551112233');
  const result = await open().send({ ...message, to: '055 111 22 33' });
  assert.deepEqual(result, { kind: 'refused', reason: 'bad-number' });
});

test('an expired token and a missing template are for the operator', async () => {
  const expected = { kind: 'failed', reason: 'sign-in', mayHaveArrived: false };
  assert.deepEqual(await open({ token: 'old' }).send(message), expected);
  const missing = { ...message, template: { ...template, name: 'greeting' } };
  assert.deepEqual(await open().send(missing), expected);
  const mismatch = { ...message, template: { ...template, parameters: ['10:00'] } };
  assert.deepEqual(await open().send(mismatch), { kind: 'refused', reason: 'bad-content' });
});

test('codes decide, whatever the status is', async () => {
  const results = [
    [200, 130_429, { reason: 'too-many', mayHaveArrived: false }],
    [400, 131_042, { reason: 'no-credit', mayHaveArrived: false }],
    [403, 200, { reason: 'sign-in', mayHaveArrived: false }],
    [500, 131_000, { reason: 'unavailable', mayHaveArrived: true }],
    [503, 131_016, { reason: 'unavailable', mayHaveArrived: false }],
    [400, 999_999, { reason: 'unavailable', mayHaveArrived: false }],
  ] as const;
  for (const [status, code, expected] of results) {
    server.conduct = { instead: () => ({ status, body: { error: { code, message: 'x' } } }) };
    assert.deepEqual(await open().send(message), { kind: 'failed', ...expected }, String(code));
  }
  server.conduct = {};
});

test('an answer without an id, or none at all, leaves the message uncertain', async () => {
  server.conduct = { instead: () => ({ body: '<html>' }) };
  const uncertain = { kind: 'failed', reason: 'unavailable', mayHaveArrived: true };
  assert.deepEqual(await open().send(message), uncertain);
  server.conduct = { atAnswer: () => Promise.reject(new Error('hang up')) };
  assert.deepEqual(await open().send(message), uncertain);
  server.conduct = {};
});

test('stop words in three languages, in any case and with marks', () => {
  for (const word of [
    'STOP',
    'stop.',
    'Stop!!!',
    ' DAYANDIR ',
    'dayandir',
    'Dayandırın',
    'СТОП',
    'Стоп 🙏',
  ])
    assert.ok(isStopWord(word), word);
  for (const text of ['', 'Bus stop', 'stop sözü nədir?', 'Dayanacaq', 'Sabah gələcəm', 'Cancel'])
    assert.ok(!isStopWord(text), text);
});
