import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

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
