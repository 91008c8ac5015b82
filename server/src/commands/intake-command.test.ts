import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { INTAKE_KEY } from '@deqiq/testkit/dicom/intake.ts';
import { stowReceiver } from '@deqiq/testkit/dicom/stow-receiver.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';

const PROGRAM = new URL('./intake-command.ts', import.meta.url);

const settings = {
  DICOM_CALLERS: 'PANO@192.168.1.20',
  DICOM_PORT: '0',
  INTAKE_KEY,
  LOG_LEVEL: 'info',
};

test('without a key the intake ends with a sentence and creates no secret', async (t) => {
  const dataDir = await newFolder(t);
  const env = { ...settings, INTAKE_KEY: '', SESSION_SECRET: '' };
  const { status, stderr } = await runProgram(PROGRAM, { dataDir, env }, []);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^There is no key: .* Set INTAKE_KEY to the same value here and on the server/,
  );
  assert.deepEqual(await readdir(dataDir), []);
});

test('a key that the server refuses stops the start with a sentence', async (t) => {
  const { url } = await stowReceiver(t, 'another key');
  const dataDir = await newFolder(t);
  const env = { ...settings, INTAKE_SERVER: url };
  const { status, stderr } = await runProgram(PROGRAM, { dataDir, env }, []);
  assert.equal(status, 1);
  assert.match(stderr, /^The server http:\S+ refuses the key of this intake\. Set INTAKE_KEY/);
});

test('--check prints a line per check and changes nothing', async (t) => {
  const { url } = await stowReceiver(t, INTAKE_KEY);
  const dataDir = await newFolder(t);
  const env = { ...settings, INTAKE_SERVER: url };
  const { status, stdout } = await runProgram(PROGRAM, { dataDir, env }, ['--check']);
  assert.equal(status, 0, stdout);
  const lines = stdout.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(/ +/, 2)),
    ['port', 'callers', 'tls', 'spool', 'server'].map((name) => ['ok', name]),
  );
  assert.match(lines[1] ?? '', /PANO from 192\.168\.1\.20/);
  assert.deepEqual(await readdir(dataDir), []);
});

test('--check fails for a port of another program, a foreign key and a server that is away', async (t) => {
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  t.after(() => other.close());
  const { url } = await stowReceiver(t, 'another key');
  const dataDir = await newFolder(t);
  const check = async (env: Record<string, string>) => {
    const { status, stdout } = await runProgram(
      PROGRAM,
      { dataDir, env: { ...settings, ...env } },
      ['--check'],
    );
    assert.equal(status, 1, stdout);
    return stdout;
  };
  assert.match(
    await check({ DICOM_PORT: String(port), INTAKE_SERVER: url }),
    /FAILED +port +127\.0\.0\.1:\d+ is used by another program(?:.|\n)*FAILED +server .*refuses the key/,
  );
  assert.match(
    await check({ INTAKE_SERVER: 'http://127.0.0.1:1' }),
    /FAILED +server .*does not answer/,
  );
});
