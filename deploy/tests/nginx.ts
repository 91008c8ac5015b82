import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCertificate } from '@deqiq/testkit/process/certificate.ts';
import { freePort } from '@deqiq/testkit/process/free-port.ts';
import { listening, sample, start, temporaryFolder } from './programs.ts';
import { through } from './proxied.ts';

/**
 * Starts nginx with the sample of `deploy/` on free ports, in a folder that is removed after the test. `replaced`: parts of the
 * sample and their replacements. `reloads`: whether a master process runs, which can reload the settings.
 */
export async function startSampleNginx(
  t: TestContext,
  { replaced, reloads = false }: { replaced: Record<string, string>; reloads?: boolean },
) {
  const folder = temporaryFolder(t);
  const port = await freePort();
  const plain = await freePort();
  const { key, cert } = createCertificate(folder, 'deqiq.example');
  writeFileSync(
    join(folder, 'deqiq.conf'),
    sample('nginx.conf', {
      ...replaced,
      'listen 80': `listen 127.0.0.1:${plain}`,
      '  listen [::]:80;\n': '',
      '  listen [::]:80 default_server;\n': '',
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '  listen [::]:443 ssl http2;\n': '',
      '  listen [::]:443 ssl http2 default_server;\n': '',
      '/etc/letsencrypt/live/deqiq.example/fullchain.pem': cert,
      '/etc/letsencrypt/live/deqiq.example/privkey.pem': key,
      '/var/log/nginx': folder,
    }),
  );
  const settings = join(folder, 'nginx.conf');
  writeFileSync(settings, around(folder, reloads));
  const words = ['-p', folder, '-c', settings, '-e', join(folder, 'start.log')];
  const check = spawnSync('nginx', [...words, '-t'], { encoding: 'utf8' });
  assert.equal(check.status, 0, check.stderr);
  const nginx = start(t, 'nginx', words);
  await listening(port, nginx);
  const logs = ['deqiq.log', 'deqiq-error.log', 'start.log'].map((name) => join(folder, name));
  const written = () => logs.filter((file) => existsSync(file)).map((file) => readFileSync(file));
  return {
    ask: through(port, cert),
    port,
    /** How this nginx is called. */
    command: `nginx ${words.join(' ')}`,
    logs: () => nginx.output() + written().join(''),
  };
}

/** The nginx.conf of a distribution around a site, with every path in a folder of the test. */
const around = (folder: string, reloads: boolean) => `
daemon off;
${reloads ? 'worker_processes 1' : 'master_process off'};
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  include ${folder}/deqiq.conf;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n  ')}
}
`;
