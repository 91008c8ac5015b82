import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  azericardCallback,
  azericardKeys,
  azericardStandIn,
  epointCallback,
  epointKeys,
  epointStandIn,
} from '@deqiq/testkit/providers/payment-providers.ts';
import { DAY } from '../time.ts';
import { azericardPage } from './azericard.ts';
import { epointPage } from './epoint.ts';
import { macSource } from './p-sign.ts';
import { formatAmount, parseAmount } from './replies.ts';

const TERMINAL = '17201234';
const NOW = Date.parse('2026-11-27T07:00:00Z');
const keys = azericardKeys();
const epoint = epointStandIn();
const azericard = azericardStandIn(keys, TERMINAL);

before(() => Promise.all([epoint.server.start(), azericard.server.start()]));
after(() => Promise.all([epoint.server.stop(), azericard.server.stop()]));

const openEpoint = (changes: object = {}) =>
  epointPage({ ...epointKeys, url: epoint.server.url, ...changes });
const openAzericard = (changes: object = {}) =>
  azericardPage({
    terminal: TERMINAL,
    privateKey: keys.merchant.privateKey,
    gatewayKey: keys.gateway.publicKey,
    merchantName: 'Deqiq Diaqnostika',
    merchantUrl: 'https://deqiq.example',
    url: azericard.server.url,
    now: () => NOW,
    ...changes,
  });

let lastOrder = 0;
const newOrder = () => {
  lastOrder += 1;
  return {
    order: String(10_000_000 + lastOrder),
    amount: 2_050,
    description: 'Depozit',
    language: 'az',
    successUrl: 'https://deqiq.example/ok',
    failureUrl: 'https://deqiq.example/no',
    callbackUrl: 'https://deqiq.example/callback',
  } as const;
};

/** A payment on ePoint's page: its id, and the fields of its callback. */
async function payEpoint(state: 'success' | 'error' = 'success') {
  const payment = newOrder();
  const started = await openEpoint().begin(payment);
  assert.equal(started.kind, 'redirect');
  const id = String(started.kind === 'redirect' && started.url.split('/').at(-1));
  return { payment, id, callback: epoint.finish(id, state) };
}

async function payAzericard(state: 'success' | 'error' = 'success') {
  const payment = newOrder();
  const started = await openAzericard().begin(payment);
  if (started.kind !== 'form') throw new Error(started.kind);
  assert.equal(started.action, `${azericard.server.url}/cgi-bin/cgi_link`);
  return { payment, callback: azericard.finish(started.fields, state) };
}

test('ePoint: a payment begins with a redirect, and its callback tells order and amount', async () => {
  const { payment, id, callback } = await payEpoint();
  const event = { order: payment.order, transaction: id, amount: 2_050, status: 'paid' };
  assert.deepEqual(await openEpoint().readCallback(callback), { kind: 'event', event });
  assert.deepEqual(await openEpoint().readCallback(callback), { kind: 'event', event });
  const status = await openEpoint().status({ order: payment.order, transaction: id });
  assert.deepEqual(status, { kind: 'event', event });
});

test('ePoint: a declined card is no payment', async () => {
  const { callback } = await payEpoint('error');
  const result = await openEpoint().readCallback(callback);
  assert.equal(result.kind === 'event' && result.event.status, 'declined');
});

test('ePoint: forged, changed and empty callbacks are refused', async () => {
  const { callback } = await payEpoint();
  const content = { status: 'success', order_id: '1', transaction: 'te1', amount: 1 };
  const empty = epointCallback({});
  const forged = [
    epointCallback(content, 'another key'),
    { ...callback, data: epointCallback({ ...content, amount: 999 }).data },
    { ...callback, signature: '' },
    { data: callback.data },
    { data: '', signature: hash('sha1', epointKeys.privateKey.repeat(2), 'base64') },
    {},
    empty,
    epointCallback({ ...content, status: 'server_error' }),
    epointCallback({ ...content, amount: '1e3' }),
  ];
  for (const fields of forged)
    assert.deepEqual(await openEpoint().readCallback(fields), { kind: 'refused' });
});

test('ePoint: a refund returns all once; afterwards the state is refunded', async () => {
  const { payment, id } = await payEpoint();
  const paid = { order: payment.order, transaction: id, amount: 2_050, paidAt: new Date(NOW) };
  assert.deepEqual(await openEpoint().refund({ ...paid, amount: 1 }), { kind: 'refused' });
  assert.deepEqual(await openEpoint().refund(paid), { kind: 'refunded' });
  assert.deepEqual(await openEpoint().refund(paid), { kind: 'refused' });
  const status = await openEpoint().status(paid);
  assert.equal(status.kind === 'event' && status.event.status, 'refunded');
});

test('ePoint: wrong keys are for the operator', async () => {
  const expected = { kind: 'failed', reason: 'sign-in', mayHaveHappened: false };
  assert.deepEqual(await openEpoint({ privateKey: 'old' }).begin(newOrder()), expected);
});

test('Azericard: a payment begins with a signed form, and the gateway confirms its callback', async () => {
  const { payment, callback } = await payAzericard();
  const transaction = `${callback.RRN}:${callback.INT_REF}`;
  const event = { order: payment.order, transaction, amount: 2_050, status: 'paid' };
  assert.deepEqual(await openAzericard().readCallback(callback), { kind: 'event', event });
  const declined = await openAzericard().readCallback((await payAzericard('error')).callback);
  assert.equal(declined.kind === 'event' && declined.event.status, 'declined');
});

test('Azericard: the signature of one payment does not pay another order', async () => {
  const first = await payAzericard();
  const second = await payAzericard('error');
  const stolen = { ...first.callback, ORDER: second.payment.order };
  assert.deepEqual(await openAzericard().readCallback(stolen), { kind: 'refused' });
  const approved = { ...second.callback, ACTION: '0', RC: '00' };
  const result = await openAzericard().readCallback(approved);
  assert.equal(result.kind === 'event' && result.event.status, 'declined');
});

test('Azericard: forged and changed callbacks are refused', async () => {
  const { callback } = await payAzericard();
  const forged = [
    azericardCallback(azericardKeys().gateway.privateKey, callback),
    azericardCallback(keys.gateway.privateKey, { ...callback, TERMINAL: '99999999' }),
    azericardCallback(keys.gateway.privateKey, { ...callback, RRN: '000000000000' }),
    { ...callback, AMOUNT: '1.00' },
    { ...callback, P_SIGN: '' },
    { ...callback, P_SIGN: `${callback.P_SIGN}0` },
    {},
  ];
  for (const fields of forged)
    assert.deepEqual(await openAzericard().readCallback(fields), { kind: 'refused' });
});

test('Azericard: a callback waits where the gateway does not confirm it', async () => {
  const { callback } = await payAzericard();
  await azericard.server.stop();
  const result = await openAzericard().readCallback(callback);
  await azericard.server.start();
  assert.equal(result.kind, 'failed');
  assert.equal((await openAzericard().readCallback(callback)).kind, 'event');
});

test('Azericard: a reversal is online on the first day and offline afterwards, and happens once', async () => {
  for (const [age, type] of [
    [DAY - 1, '22'],
    [DAY, '24'],
  ] as const) {
    const { payment, callback } = await payAzericard();
    const transaction = `${callback.RRN}:${callback.INT_REF}`;
    const paidAt = new Date(NOW - age);
    const paid = { order: payment.order, transaction, amount: 2_050, paidAt };
    assert.deepEqual(await openAzericard().refund(paid), { kind: 'refunded' });
    const sent = new URLSearchParams(azericard.server.calls.at(-1)?.body);
    assert.equal(sent.get('TRTYPE'), type);
    assert.deepEqual(await openAzericard().refund(paid), { kind: 'refused' });
    const status = await openAzericard().status(paid);
    assert.equal(status.kind === 'event' && status.event.status, 'refunded');
  }
});

test('a refund whose answer is lost may have happened', async () => {
  const uncertain = { kind: 'failed', reason: 'unavailable', mayHaveHappened: true };
  const first = await payEpoint();
  epoint.server.conduct = { atAnswer: () => Promise.reject(new Error('hang up')) };
  const paid = { order: first.payment.order, transaction: first.id, amount: 2_050 };
  assert.deepEqual(await openEpoint().refund({ ...paid, paidAt: new Date(NOW) }), uncertain);
  epoint.server.conduct = {};
  azericard.server.conduct = { instead: () => ({ body: '<html>' }) };
  const { payment, callback } = await payAzericard();
  const transaction = `${callback.RRN}:${callback.INT_REF}`;
  const second = { order: payment.order, transaction, amount: 2_050, paidAt: new Date(NOW) };
  assert.deepEqual(await openAzericard().refund(second), uncertain);
  azericard.server.conduct = {};
});

test('a value is signed behind its length, and an empty one as a dash', () => {
  const fields = { AMOUNT: '20.50', TERMINAL: TERMINAL, APPROVAL: '' };
  assert.equal(
    macSource(fields, ['AMOUNT', 'TERMINAL', 'APPROVAL', 'RRN']),
    `520.508${TERMINAL}--`,
  );
});

test('amounts are exact', () => {
  for (const [value, qepik] of [
    [20.5, 2_050],
    ['20.50', 2_050],
    [1, 100],
    ['0.07', 7],
    [0.1 + 0.2, undefined],
    ['1.005', undefined],
    ['-1', undefined],
    ['', undefined],
    [null, undefined],
  ] as const)
    assert.equal(parseAmount(value), qepik, String(value));
  assert.equal(formatAmount(7), '0.07');
  assert.equal(formatAmount(2_050), '20.50');
});
