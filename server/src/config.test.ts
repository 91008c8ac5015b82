import assert from 'node:assert/strict';
import { test } from 'node:test';
import { azericardKeys, pemOf } from '@deqiq/testkit/providers/payment-providers.ts';
import { whatsAppEnvironment, whatsAppNumber } from '@deqiq/testkit/providers/whatsapp.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './platform/errors.ts';

test('an empty environment gives the documented defaults', () => {
  const config = readConfig({});
  assert.equal(config.port, 3000);
  assert.equal(config.host, '127.0.0.1');
  assert.match(config.dataDir, /\/data$/);
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.rateLimits, true);
  assert.equal(config.trustProxy, false);
  assert.equal(config.mode, 'production');
});

test('empty values count as unset', () => {
  assert.deepEqual(readConfig({ PORT: '', DATABASE_URL: ' ', ADMIN_PASSWORD: '' }), readConfig({}));
});

test('configured values are used', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/deqiq',
    DATABASE_URL: 'postgres://user@host/db',
    ADMIN_USERNAME: 'sevda',
    ADMIN_PASSWORD: 'long enough',
    RATE_LIMITS: 'off',
    TRUST_PROXY: '10.0.0.0/8',
  });
  assert.equal(config.port, 8080);
  assert.equal(config.dataDir, '/srv/deqiq');
  assert.equal(config.rateLimits, false);
  assert.equal(config.trustProxy, '10.0.0.0/8');
  assert.deepEqual(config.admin, { username: 'sevda', password: 'long enough' });
});

test('a bad value stops the start with one line that names it', () => {
  const bad = {
    PORT: 'http',
    DATABASE_URL: 'mysql://x',
    SESSION_SECRET: 'short',
    ADMIN_PASSWORD: '1234567',
    PUBLIC_URL: 'deqiq.az',
    RATE_LIMITS: 'maybe',
    LOG_LEVEL: 'loud',
    STORAGE_URL: 's3://bucket',
    SMTP_URL: 'mail.clinic.az',
    MAIL_FROM: 'Clinic <info@clinic.az>, other@clinic.az',
    STAFF_MAIL: 'staff',
    DICOMWEB_ORIGINS: 'https://a.example/path',
    STORAGE_QUOTA: '1.5',
    SECOND_FACTOR_KEY: 'c2hvcnQ',
    SMS_PROVIDER: 'pigeon',
    SMS_SENDER: 'a name that is too long',
    SMS_URL: 'http://sms.example/send',
    SMS_METHOD: 'PUT',
    SMS_HEADERS: 'Content-Type: text/xml',
    SMS_SUCCESS: '(',
    WHATSAPP_PHONE_NUMBER_ID: '+994 12 555',
    WHATSAPP_APP_SECRET: 'secret',
    WHATSAPP_VERIFY_TOKEN: 'short',
    WHATSAPP_URL: 'graph.facebook.com',
    PAYMENT_PROVIDER: 'cash',
    AZERICARD_TERMINAL: '1720',
    AZERICARD_PRIVATE_KEY: 'a2V5',
    AZERICARD_GATEWAY_KEY: '/etc/key.pem',
    PAYMENT_URL: 'http://epoint.az',
    SHUTDOWN_DELAY: 'long',
    SHUTDOWN_TIMEOUT: '0',
  };
  for (const [name, value] of Object.entries(bad))
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) =>
        error instanceof ConfigError &&
        error.message.includes(name) &&
        !error.message.includes('\n'),
      name,
    );
});

test('a number out of range is refused with the range', () => {
  for (const [name, value, range] of [
    ['PORT', '70000', /up to 65535/],
    ['SESSION_IDLE_MINUTES', '4', /at least 5/],
    ['SHUTDOWN_DELAY', '301', /at most 300/],
    ['SHUTDOWN_TIMEOUT', '0', /at least 1/],
    ['STORAGE_QUOTA', '0', /at least 1/],
  ] as const)
    assert.throws(() => readConfig({ [name]: value }), { message: range });
});

test('SMS needs a provider with all that it needs', () => {
  const account = { SMS_LOGIN: 'clinic', SMS_PASSWORD: 'secret', SMS_SENDER: 'DEQIQ' };
  assert.equal(readConfig(account).channels.sms, undefined);
  assert.deepEqual(readConfig({ ...account, SMS_PROVIDER: 'lsim' }).channels.sms, {
    provider: 'lsim',
    account: { login: 'clinic', password: 'secret', sender: 'DEQIQ', url: undefined },
  });
  const incomplete = [
    { SMS_PROVIDER: 'lsim', SMS_LOGIN: 'clinic', SMS_SENDER: 'DEQIQ' },
    { SMS_PROVIDER: 'lsim', SMS_LOGIN: 'clinic', SMS_PASSWORD: 'secret' },
    { SMS_PROVIDER: 'posta-guvercini', SMS_PASSWORD: 'secret' },
    { SMS_PROVIDER: 'http', SMS_URL: 'https://sms.example' },
  ];
  for (const env of incomplete)
    assert.throws(() => readConfig(env), { message: /SMS_PROVIDER.* needs SMS_/ });
});

test('WhatsApp needs a number, a token and two secrets', () => {
  const whatsApp = whatsAppEnvironment('https://graph.facebook.com/v23.0/');
  assert.deepEqual(readConfig(whatsApp).channels.whatsApp, {
    ...whatsAppNumber,
    url: 'https://graph.facebook.com/v23.0',
  });
  for (const name of ['WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'])
    assert.throws(() => readConfig({ ...whatsApp, [name]: '' }), {
      message: /needs WHATSAPP_TOKEN/,
    });
});

test('a payment page needs the keys of its provider', () => {
  const epoint = { PAYMENT_PROVIDER: 'epoint', EPOINT_PUBLIC_KEY: 'i1', EPOINT_PRIVATE_KEY: 'k' };
  assert.equal(readConfig(epoint).paymentPage?.provider, 'epoint');
  assert.equal(readConfig({ ...epoint, PAYMENT_PROVIDER: '' }).paymentPage, undefined);
  const { merchant, gateway } = azericardKeys();
  const azericard = {
    PAYMENT_PROVIDER: 'azericard',
    AZERICARD_TERMINAL: '17201234',
    AZERICARD_PRIVATE_KEY: pemOf(merchant.privateKey),
    AZERICARD_GATEWAY_KEY: pemOf(gateway.publicKey),
  };
  assert.equal(readConfig(azericard).paymentPage?.provider, 'azericard');
  for (const env of [
    { ...epoint, EPOINT_PRIVATE_KEY: '' },
    { ...azericard, AZERICARD_GATEWAY_KEY: '' },
    { ...azericard, AZERICARD_TERMINAL: '' },
  ])
    assert.throws(() => readConfig(env), { message: /PAYMENT_PROVIDER=\w+ needs/ });
});

test('e-mail needs a server and a sender', () => {
  const complete = { SMTP_URL: 'smtp://mail.clinic.az', MAIL_FROM: 'info@clinic.az' };
  assert.equal(readConfig(complete).mail?.smtpUrl, complete.SMTP_URL);
  for (const name of ['SMTP_URL', 'MAIL_FROM'])
    assert.equal(readConfig({ ...complete, [name]: '' }).mail, undefined);
});

test('an object store needs a bucket, credentials and PostgreSQL', () => {
  const complete = {
    STORAGE_URL: 's3://x-rays/clinic/?endpoint=http://127.0.0.1:8080&region=eu-1&path-style=1',
    DATABASE_URL: 'postgres://localhost/deqiq',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    STORAGE_QUOTA: '2',
    SESSION_SECRET: 'a secret that all nodes of a clinic share',
    SECOND_FACTOR_KEY: 'k'.repeat(43),
  };
  assert.deepEqual(readConfig(complete).objectStore, {
    location: {
      bucket: 'x-rays',
      prefix: 'clinic/',
      region: 'eu-1',
      usesPathStyle: true,
      endpoint: 'http://127.0.0.1:8080',
    },
    quota: 2 * 2 ** 30,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  const wrong: readonly (readonly [settings: object, reason: RegExp])[] = [
    [{ DATABASE_URL: '' }, /it needs DATABASE_URL/],
    [{ SECOND_FACTOR_KEY: '' }, /it needs SESSION_SECRET and SECOND_FACTOR_KEY/],
    [{ AWS_SECRET_ACCESS_KEY: '' }, /it needs AWS_ACCESS_KEY_ID/],
    [{ X_ACCEL_PREFIX: '/objects/' }, /X_ACCEL_PREFIX/],
    [{ STORAGE_URL: 'https://bucket' }, /must begin with s3/],
    [{ STORAGE_URL: 's3://' }, /must name a bucket/],
    [{ STORAGE_URL: 's3://key:secret@bucket' }, /must not contain credentials/],
    [{ STORAGE_URL: 's3://bucket?endpoint=8080' }, /endpoint/],
    [{ STORAGE_URL: 's3://bucket?path-style=yes' }, /path-style/],
    [{ STORAGE_URL: 's3://bucket?regoin=x' }, /unknown parameter: regoin/],
    [{ STORAGE_URL: 's3://bucket/a b' }, /prefix/],
  ];
  for (const [settings, reason] of wrong)
    assert.throws(() => readConfig({ ...complete, ...settings }), reason);
});

test('the push service of tests is refused in production', () => {
  const PUSH_TEST_ORIGIN = 'http://127.0.0.1:5432';
  assert.throws(() => readConfig({ PUSH_TEST_ORIGIN }), /PUSH_TEST_ORIGIN is for tests/);
  assert.equal(readConfig({ PUSH_TEST_ORIGIN, NODE_ENV: 'test' }).pushTestOrigin, PUSH_TEST_ORIGIN);
});
