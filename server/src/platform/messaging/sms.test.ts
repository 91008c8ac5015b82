import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  lsimStandIn,
  postaGuverciniStandIn,
  smsAccount,
  xmlSmsStandIn,
} from '@deqiq/testkit/providers/sms-providers.ts';
import { httpSmsChannel } from './http-sms.ts';
import { lsimChannel } from './lsim.ts';
import type { MessageChannel } from './message-channel.ts';
import { postaGuverciniChannel } from './posta-guvercini.ts';

const lsim = lsimStandIn();
const posta = postaGuverciniStandIn();
const xml = xmlSmsStandIn();
const providers = [lsim, posta, xml];

before(() => Promise.all(providers.map(({ server }) => server.start())));
after(() => Promise.all(providers.map(({ server }) => server.stop())));

const text = 'Sabah saat 10:00-da qəbulunuz var. İmtina: /x/a';
const message = { to: '050 123 45 67', text, reference: 'm-1' };
const account = (changes: object = {}) => ({ ...smsAccount, url: undefined, ...changes });
const openLsim = (changes: object = {}) =>
  lsimChannel(account({ url: lsim.server.url, ...changes }));
const openPosta = (changes: object = {}) =>
  postaGuverciniChannel(account({ url: posta.server.url, ...changes }));
const openXml = (changes: object = {}): MessageChannel =>
  httpSmsChannel({
    url: `${xml.server.url}/send?ref={reference}`,
    method: 'POST',
    headers: {
      'Content-Type': 'text/xml',
      'X-Password': '{password}',
      'Idempotency-Key': '{reference}',
    },
    body: '<sms><to>{to}</to><text>{text}</text></sms>',
    success: /^OK (?<id>\w+)/,
    values: { ...smsAccount, ...changes },
  });

const cases = [
  { name: 'LSIM', provider: lsim, open: openLsim },
  { name: 'Posta Güvercini', provider: posta, open: openPosta },
];

for (const { name, provider, open } of cases) {
  test(`${name} takes a message and tells its id`, async () => {
    const result = await open().send(message);
    assert.equal(result.kind, 'accepted');
    const last = provider.account.received.at(-1);
    assert.equal(last?.to, '994501234567');
    assert.equal(last?.text, text);
  });

  test(`${name}: wrong credentials are for the operator`, async () => {
    const result = await open({ password: 'wrong' }).send(message);
    assert.deepEqual(result, { kind: 'failed', reason: 'sign-in', mayHaveArrived: false });
  });

  test(`${name}: an account without credit is tried again later`, async () => {
    const { credit } = provider.account;
    provider.account.credit = 0;
    const result = await open().send(message);
    provider.account.credit = credit;
    assert.deepEqual(result, { kind: 'failed', reason: 'no-credit', mayHaveArrived: false });
  });

  test(`${name}: a number that cannot get an SMS is refused by the provider`, async () => {
    const result = await open().send({ ...message, to: '012 555 55 55' });
    assert.deepEqual(result, { kind: 'refused', reason: 'bad-number' });
  });

  test(`${name}: a text that is no number is refused without a request`, async () => {
    const { length } = provider.server.calls;
    const result = await open().send({ ...message, to: '12345' });
    assert.deepEqual(result, { kind: 'refused', reason: 'bad-number' });
    assert.equal(provider.server.calls.length, length);
  });

  test(`${name}: a provider that is away has not got the message`, async () => {
    await provider.server.stop();
    const result = await open().send(message);
    await provider.server.start();
    assert.deepEqual(result, { kind: 'failed', reason: 'unavailable', mayHaveArrived: false });
  });

  test(`${name}: a provider that takes the message and stays silent may have it`, async () => {
    const end = Promise.withResolvers<void>();
    provider.server.conduct = { atAnswer: () => end.promise };
    const result = await open({ timeout: 150 }).send(message);
    end.resolve();
    provider.server.conduct = {};
    assert.deepEqual(result, { kind: 'failed', reason: 'timeout', mayHaveArrived: true });
  });

  test(`${name}: a lost connection after the message leaves it uncertain`, async () => {
    provider.server.conduct = { atAnswer: () => Promise.reject(new Error('hang up')) };
    const result = await open().send(message);
    provider.server.conduct = {};
    assert.deepEqual(result, { kind: 'failed', reason: 'unavailable', mayHaveArrived: true });
  });

  test(`${name}: a page of a proxy is no acceptance`, async () => {
    const replies = [
      [{ body: '<html>Maintenance</html>' }, { reason: 'unavailable', mayHaveArrived: true }],
      [
        { status: 502, body: '' },
        { reason: 'unavailable', mayHaveArrived: true },
      ],
      [
        { status: 301, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
        {
          reason: 'unavailable',
          mayHaveArrived: false,
        },
      ],
      [
        { status: 429, headers: { 'retry-after': '30' }, body: '' },
        {
          reason: 'too-many',
          mayHaveArrived: false,
          retryAfter: 30_000,
        },
      ],
    ] as const;
    for (const [answer, expected] of replies) {
      provider.server.conduct = { instead: () => answer };
      assert.deepEqual(await open().send(message), { kind: 'failed', ...expected });
    }
    provider.server.conduct = {};
  });

  test(`${name}: a message whose time runs out before its last byte is not completed`, async () => {
    const { length } = provider.server.calls;
    const beforeEnd = () => new Promise<void>((resolve) => setTimeout(resolve, 120));
    const result = await open({ timeout: 60 }).send(message, { beforeEnd });
    assert.deepEqual(result, { kind: 'failed', reason: 'timeout', mayHaveArrived: false });
    assert.equal(provider.server.calls.length, length);
  });

  test(`${name}: a message that may not be sent is not completed`, async () => {
    const { length } = provider.server.calls;
    const beforeEnd = () => Promise.reject(new Error('lost the lease'));
    await assert.rejects(open().send(message, { beforeEnd }), /lost the lease/);
    assert.equal(provider.server.calls.length, length);
  });
}

test('LSIM: a blocked number is refused, and unicode is requested only where needed', async () => {
  lsim.account.blocked.add('994551112233');
  const result = await openLsim().send({ ...message, to: '+994 55 111 22 33' });
  assert.deepEqual(result, { kind: 'refused', reason: 'blocked-number' });
  await openLsim().send({ ...message, text: 'Salam' });
  assert.equal(lsim.account.received.at(-1)?.isUnicode, false);
  await openLsim().send(message);
  assert.equal(lsim.account.received.at(-1)?.isUnicode, true);
});

test('a described provider gets the message once, whatever the number of attempts', async () => {
  const before = xml.account.received.length;
  const first = await openXml().send({ ...message, text: 'a < b & "c"', reference: 'r-9' });
  const second = await openXml().send({ ...message, text: 'a < b & "c"', reference: 'r-9' });
  assert.equal(first.kind, 'accepted');
  assert.deepEqual(first, second);
  assert.equal(xml.account.received.length, before + 1);
  assert.equal(xml.account.received.at(-1)?.text, 'a &lt; b &amp; &quot;c&quot;');
  assert.equal(xml.server.calls.at(-1)?.url.search, '?ref=r-9');
});

test('a described provider that says ERR with status 200 has not accepted', async () => {
  const result = await openXml({ password: 'wrong' }).send({ ...message, reference: 'r-10' });
  assert.deepEqual(result, { kind: 'failed', reason: 'unavailable', mayHaveArrived: false });
});

test('results and errors contain no secret, no number and no text', async () => {
  lsim.server.conduct = {
    instead: () => ({ status: 500, body: `${smsAccount.password} ${text}` }),
  };
  const result = JSON.stringify(await openLsim().send(message));
  lsim.server.conduct = {};
  for (const secret of [smsAccount.password, text, '501234567'])
    assert.ok(!result.includes(secret), secret);
});
