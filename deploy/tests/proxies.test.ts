import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { connect } from 'node:tls';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { formBytes } from '@deqiq/testkit/client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { createCertificate } from '@deqiq/testkit/process/certificate.ts';
import { freePort } from '@deqiq/testkit/process/free-port.ts';
import { startServerCluster } from '@deqiq/testkit/process/server-cluster.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { startSampleNginx } from './nginx.ts';
import { listening, sample, start, temporaryFolder } from './programs.ts';
import { type Ask, type Got, through } from './proxied.ts';

interface Proxy {
  readonly ask: Ask;
  /** Where it speaks TLS. */
  readonly port: number;
  /** Everything it has written down. */
  readonly logs: () => string;
}

type Start = (t: TestContext, server: { port: number; dataDir: string }) => Promise<Proxy>;

const startNginx: Start = (t, server) =>
  startSampleNginx(t, {
    replaced: {
      '127.0.0.1:3000': `127.0.0.1:${server.port}`,
      '/var/lib/deqiq': server.dataDir,
    },
  });

const startCaddy: Start = async (t, server) => {
  const folder = temporaryFolder(t);
  const port = await freePort();
  const { key, cert } = createCertificate(folder, 'deqiq.example');
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    sample('Caddyfile', {
      '\n{\n': '\n{\n\tadmin off\n\tauto_https disable_redirects\n',
      'deqiq.example {\n': `https://deqiq.example:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n\tlog\n`,
      '127.0.0.1:3000': `127.0.0.1:${server.port}`,
      '/var/lib/deqiq': server.dataDir,
    }),
  );
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const words = ['--config', file, '--adapter', 'caddyfile'];
  const check = spawnSync('caddy', ['validate', ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...home },
  });
  assert.equal(check.status, 0, check.stderr);
  const caddy = start(t, 'caddy', ['run', ...words], home);
  await listening(port, caddy);
  return { ask: through(port, cert), port, logs: caddy.output };
};

/** Staff who speak through the proxy. */
async function signIn(ask: Ask, headers = {}) {
  const json = { 'content-type': 'application/json', ...headers };
  const answer = await ask('POST', '/api/admin/auth/login', {
    headers: json,
    body: JSON.stringify(ADMIN),
  });
  assert.equal(answer.status, 200, answer.bytes.toString());
  const token = JSON.parse(answer.bytes.toString()).tokens.accessToken as string;
  return { 'content-type': 'application/json', authorization: `Bearer ${token} type=access` };
}

/** A checkup with one file of these bytes, sent in chunks through the proxy; where the file is. */
async function addFile(ask: Ask, partner: string, fileName: string, bytes: Buffer) {
  const signed = await signIn(ask);
  for (let number = 0; number * CHUNK_SIZE < bytes.length; number += 1) {
    const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
    const { payload, headers } = formBytes({
      chunk: { fileName: 'blob', bytes: chunk },
      chunkNumber: String(number),
      fileId: fileName.replace('.', '_'),
    });
    const answer = await ask('POST', '/api/admin/checkups/upload-chunk', {
      headers: { ...signed, ...headers, 'content-length': payload.length },
      body: payload,
    });
    assert.equal(answer.status, 200, answer.bytes.toString());
  }
  const person = { partner, firstName: 'Gizlinigar', lastName: 'Hüseynova', name: 'Panoram' };
  const xrayFiles = [{ fileId: fileName.replace('.', '_'), fileName }];
  const answer = await ask('POST', '/api/admin/checkups', {
    headers: signed,
    body: JSON.stringify({ ...person, xrayFiles }),
  });
  assert.equal(answer.status, 200, answer.bytes.toString());
  const { checkup } = JSON.parse(answer.bytes.toString()) as { checkup: Checkup };
  return checkup.xrayFileLinks[0]?.url ?? '';
}

async function setUp(t: TestContext, startProxy: Start, more: Record<string, string> = {}) {
  const server = await startServerCluster(t, undefined, { TRUST_PROXY: 'on', ...more }, 1);
  const { id: partner } = await server.addPartner();
  const port = server.ports[0] ?? 0;
  const proxy = await startProxy(t, { port, dataDir: server.dataDir });
  return { ...server, ...proxy, partner, port };
}

/** The headers that keep an uploaded file from executing or leaking, from the server and from a proxy. */
function mustBeInert({ headers }: Got): void {
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox$/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(headers['x-accel-redirect'], undefined);
}

const proxies: Record<string, { start: Start; skip: string | false }> = {
  nginx: { start: startNginx, skip: missesPrograms('nginx', 'openssl') },
  caddy: { start: startCaddy, skip: missesPrograms('caddy', 'openssl') },
};

for (const [name, { start: startProxy, skip }] of Object.entries(proxies))
  describe(`deploy/ behind ${name}:`, { skip, timeout: 60_000 }, () => {
    for (const accel of [true, false])
      test(`an X-ray goes in and out ${accel ? `and ${name} sends it` : 'as it is'}`, async (t) => {
        const more: Record<string, string> = accel ? { X_ACCEL_PREFIX: '/objects/' } : {};
        const { ask, partner, port } = await setUp(t, startProxy, more);
        const bytes = randomBytes(2 * CHUNK_SIZE + 777).fill(0, 0, 128);
        bytes.write('DICM', 128, 'latin1');
        const url = await addFile(ask, partner, 'panoram.dcm', bytes);
        const whole = await ask('GET', url);
        assert.equal(whole.status, 200);
        assert.ok(whole.bytes.equals(bytes));
        mustBeInert(whole);
        assert.equal(whole.headers['content-type'], 'application/dicom');
        assert.match(String(whole.headers['content-disposition']), /^attachment; .*panoram\.dcm/);
        assert.match(String(whole.headers['strict-transport-security']), /max-age=31536000/);
        const part = await ask('GET', url, { headers: { range: 'bytes=100-199' } });
        assert.deepEqual([part.status, part.bytes.length], [206, 100]);
        assert.ok(part.bytes.equals(bytes.subarray(100, 200)));
        mustBeInert(part);
        const again = { range: 'bytes=100-', 'if-range': String(whole.headers.etag) };
        assert.equal((await ask('GET', url, { headers: again })).status, 206);
        const several = await ask('GET', url, { headers: { range: 'bytes=0-4,100-109' } });
        assert.equal(several.status, accel ? 206 : 200);
        // The viewer reads parts of a level so, which this server sends without a proxy too.
        if (accel)
          for (const range of ['bytes 0-4/', 'bytes 100-109/'])
            assert.ok(several.bytes.includes(range + bytes.length), range);
        const direct = await fetch(`http://127.0.0.1:${port}${url}`);
        assert.equal(direct.headers.has('x-accel-redirect'), accel);
        assert.equal((await direct.bytes()).length, accel ? 0 : bytes.length);
        const page = Buffer.from('<!doctype html><script>alert(1)</script>');
        const evil = await ask('GET', await addFile(ask, partner, 'page.html', page));
        mustBeInert(evil);
        assert.match(String(evil.headers['content-disposition']), /^attachment/);
      });

    test('nobody reaches the stored files or the metrics', async (t) => {
      const more = { X_ACCEL_PREFIX: '/objects/', METRICS_TOKEN: 'a-token-of-the-tests' };
      const { ask, dataDir } = await setUp(t, startProxy, more);
      mkdirSync(join(dataDir, 'objects', 'files'), { recursive: true });
      writeFileSync(join(dataDir, 'objects', 'files', 'known'), 'a stored file');
      const authorization = 'Bearer a-token-of-the-tests';
      for (const path of [
        '/objects/files/known',
        '/objects/',
        '/objects../session-secret',
        '//objects/files/known',
        '/objects/../session-secret',
        '/objects/%2e%2e/session-secret',
        '/%6fbjects/files/known',
        '/metrics',
        '//metrics',
        '/%6detrics',
      ]) {
        const { status, bytes } = await ask('GET', path, { headers: { authorization } });
        assert.ok(status >= 300 && status < 500, `${path}: ${status}`);
        assert.ok(!/a stored file|deqiq_/.test(bytes.toString()), path);
      }
    });

    test('refusals come through, and so does the address of who asks', async (t) => {
      const { ask, db } = await setUp(t, startProxy);
      const form = formBytes({ chunk: { fileName: 'blob', bytes: Buffer.alloc(CHUNK_SIZE) } });
      const stranger = await ask('POST', '/api/admin/checkups/upload-chunk', {
        headers: { ...form.headers, 'content-length': form.payload.length },
        body: form.payload,
      });
      assert.equal(stranger.status, 401, stranger.bytes.toString());
      assert.equal(JSON.parse(stranger.bytes.toString()).code, 'unauthenticated');
      const boast = { 'content-length': 98 * 1024 * 1024, 'content-type': 'multipart/form-data' };
      const huge = await ask('POST', '/api/admin/partnercards', { headers: boast });
      // Caddy counts the bytes on arrival, so the server sees the request first.
      assert.equal(huge.status, name === 'nginx' ? 413 : 401);
      const study = await ask('POST', '/dicom-web/studies', { headers: boast });
      assert.equal(study.status, 401, 'a study may be larger, but needs a token');
      await signIn(ask, { 'x-forwarded-for': '203.0.113.9' });
      const [row] = await db.selectFrom('audit').select('address').orderBy('at', 'desc').execute();
      assert.equal(row?.address, '127.0.0.1');
    });

    test('no link and no name is written down, even when something goes wrong', async (t) => {
      const { ask, partner, logs, kill } = await setUp(t, startProxy);
      const url = await addFile(ask, partner, 'panoram.dcm', someFile());
      const signed = await signIn(ask);
      await ask('GET', '/api/admin/checkups?name=Gizlinigar', { headers: signed });
      await ask('GET', url);
      await kill();
      assert.equal((await ask('GET', url)).status, 502);
      const secret = url.split('/').at(-1) ?? '?';
      for (const word of [secret, 'Gizlinigar', signed.authorization.split(' ')[1] ?? '?'])
        assert.ok(!logs().includes(word), `${word} is in the log:\n${logs()}`);
      assert.match(logs(), /GET/);
    });
  });

function someFile(): Buffer {
  const bytes = Buffer.alloc(5_000, 7).fill(0, 0, 128);
  bytes.write('DICM', 128, 'latin1');
  return bytes;
}

test('nginx answers no other name, and stops floods of sign-ins', {
  skip: missesPrograms('nginx', 'openssl'),
}, async (t) => {
  const server = await startServerCluster(t, undefined, { TRUST_PROXY: 'on' }, 1);
  const { ask, port } = await startNginx(t, {
    port: server.ports[0] ?? 0,
    dataDir: server.dataDir,
  });
  await assert.rejects(
    ask('GET', '/', { headers: { host: 'other.example' } }),
    /socket hang up|ECONNRESET/,
  );
  const handshake = connect({
    host: '127.0.0.1',
    port,
    servername: 'other.example',
    rejectUnauthorized: false,
  });
  const [refusal] = (await once(handshake, 'error')) as [Error];
  assert.match(refusal.message, /unrecognized name|alert/);
  const login = { headers: { 'content-type': 'application/json' }, body: '{}' };
  const statuses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const some = Array.from({ length: 10 }, () => ask('POST', '/api/partner/auth/login', login));
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  const refused = statuses.filter((status) => status === 429).length;
  assert.ok(refused > 10 && refused < 45, statuses.join());
  assert.equal((await ask('GET', '/api/misc/clinics')).status, 200);
});
