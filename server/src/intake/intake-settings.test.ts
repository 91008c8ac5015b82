import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';
import { startIntakeProcess } from '@deqiq/testkit/dicom/intake-process.ts';
import { ConfigError } from '../platform/errors.ts';
import { isAllowedAddress, isAllowedCaller } from './associations/callers.ts';
import { readIntakeConfig } from './intake-settings.ts';

const DICOM_CALLERS = 'PANO@192.168.1.20, CBCT@10.0.0.0/8,*@2001:db8::/32';

test('what is not set has the documented defaults', () => {
  const config = readIntakeConfig({ DICOM_CALLERS, DATA_DIR: '/srv/deqiq', PORT: '8080' });
  assert.equal(config.port, 11_112);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.aeTitle, 'DEQIQ');
  assert.equal(config.maxAssociations, 256);
  assert.equal(config.tls, undefined);
  assert.equal(config.spool, '/srv/deqiq/intake-spool');
  assert.equal(config.server, 'http://127.0.0.1:8080');
});

test('machines are those of the list, each from its address', () => {
  const { callers } = readIntakeConfig({ DICOM_CALLERS });
  assert.ok(isAllowedCaller(callers, 'PANO', '192.168.1.20'));
  assert.ok(isAllowedCaller(callers, 'PANO', '::ffff:192.168.1.20'));
  assert.ok(isAllowedCaller(callers, 'CBCT', '10.9.8.7'));
  assert.ok(isAllowedCaller(callers, 'ANY', '2001:db8::1'));
  assert.ok(!isAllowedCaller(callers, 'PANO', '10.9.8.7'));
  assert.ok(!isAllowedCaller(callers, 'CBCT', '192.168.1.20'));
  assert.ok(isAllowedAddress(callers, '192.168.1.20'));
  assert.ok(!isAllowedAddress(callers, '192.168.1.21'));
});

test('AE titles are compared without upper and lower case', () => {
  const { callers } = readIntakeConfig({ DICOM_CALLERS: 'pano@192.168.1.20' });
  assert.ok(isAllowedCaller(callers, 'PANO', '192.168.1.20'));
});

test('a machine without an address, or with the name of a computer, is refused with a sentence', () => {
  for (const [DICOM_CALLERS, reason] of [
    ['PANO', /"PANO" has no address: write PANO@192\.168\.1\.20/],
    ['*', /"\*" has no address/],
    ['PANO@pano-pc.local', /give the machine a fixed address/],
  ] as const)
    assert.throws(() => readIntakeConfig({ DICOM_CALLERS }), reason);
});

test('a bad value stops the start with one line that names it', () => {
  const bad: readonly Readonly<Record<string, string>>[] = [
    { DICOM_CALLERS: '' },
    { DICOM_CALLERS: 'PANO@example.az' },
    { DICOM_CALLERS: 'PANO@10.0.0.0/33' },
    { DICOM_CALLERS: 'A-TITLE-THAT-IS-TOO-LONG' },
    { DICOM_PORT: '70000' },
    { DICOM_AE_TITLE: 'DƏQİQ' },
    { DICOM_CHARACTER_SETS: 'PANO:latin9' },
    { DICOM_TLS_CERT: 'cert.pem' },
    { INTAKE_SERVER: 'deqiq.example' },
    { INTAKE_KEY: 'short' },
  ];
  for (const settings of bad) {
    const [name = ''] = Object.keys(settings);
    assert.throws(
      () => readIntakeConfig({ DICOM_CALLERS, ...settings }),
      (error) => error instanceof ConfigError && error.message.includes(name),
      name,
    );
  }
});

test('the process says what is wrong, and ends when it is told to', async (t) => {
  const dataDir = await temporaryFolder(t);
  const { child, output } = await startIntakeProcess(t, { dataDir, server: 'http://127.0.0.1:9' });
  await child.end('SIGTERM');
  assert.match(output(), /DICOM intake DEQIQ: 127\.0\.0\.1:\d+, forwards to http/);
  const program = new URL('../commands/intake-command.ts', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [program], {
    env: { ...process.env, DATA_DIR: dataDir, DICOM_CALLERS: '' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^The setting DICOM_CALLERS is wrong: name the machines[^\n]*\n$/);
});
