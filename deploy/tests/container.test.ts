import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { freePort } from '@deqiq/testkit/process/free-port.ts';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { listening, ROOT, start, temporaryFolder } from './programs.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const dockerfile = read('Dockerfile');

/** The instructions of one kind, continued lines joined. */
const instructions = (kind: string) =>
  dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(kind.length + 1));

interface Compose {
  services: {
    deqiq: {
      build: { args: Record<string, string> };
      ports: string[];
      environment: Record<string, string>;
      volumes: string[];
      read_only: boolean;
      cap_drop: string[];
      stop_grace_period: string;
      mem_limit: string;
    };
  };
  volumes: Record<string, null>;
}

describe('the Dockerfile (its image is not built here)', () => {
  test('has nothing the linter complains of', () => {
    assert.deepEqual(validate(dockerfile), []);
  });

  test('copies what is there, and every package.json that npm wants to see', () => {
    const copied = instructions('COPY').filter((line) => !line.startsWith('--from='));
    const sources = copied.flatMap((line) => line.split(' ').slice(0, -1));
    for (const source of sources) assert.ok(existsSync(join(ROOT, source)), source);
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    for (const workspace of workspaces)
      assert.ok(copied.includes(`${workspace}/package.json ${workspace}/`), workspace);
  });

  test('runs what is there as somebody who is not root', () => {
    assert.deepEqual(instructions('USER'), ['deqiq']);
    const [command = '[]'] = instructions('CMD');
    const [program, file = '?'] = JSON.parse(command) as string[];
    assert.equal(program, 'node_modules/.bin/node');
    assert.ok(existsSync(join(ROOT, file)), file);
  });

  test('leaves out what is secret, large or made elsewhere', () => {
    const left = read('.dockerignore').trim().split('\n');
    for (const name of ['**/node_modules', '.git', '.env*', 'build', 'data'])
      assert.ok(left.includes(name), name);
  });
});

test('what runs in the image needs no package that is not in it', () => {
  const { dependencies } = JSON.parse(read('server/package.json')) as {
    dependencies: Record<string, string>;
  };
  const running = globSync('{server,contract}/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/(testing|demo)\/|contract\.ts$/.test(file),
  );
  assert.ok(running.length > 200, String(running.length));
  for (const file of running)
    for (const found of read(file).matchAll(/^(?:import|\} from) .*?'([^.'][^']*)';$/gm)) {
      const [scope = '', name] = (found[1] ?? '').split('/');
      const wanted = scope.startsWith('@') ? `${scope}/${name}` : scope;
      assert.ok(wanted.startsWith('node:') || wanted in dependencies, `${file} imports ${wanted}`);
    }
});

test('the messages need no package but those of their workspace', () => {
  const { dependencies } = JSON.parse(read('messages/package.json')) as {
    dependencies: Record<string, string>;
  };
  const modules = globSync('messages/compiled/**/*.js', { cwd: ROOT });
  assert.ok(modules.length > 50, String(modules.length));
  for (const file of modules)
    for (const [, wanted = ''] of read(file).matchAll(/ from ["']([^."'][^"']*)["']/g))
      assert.ok(wanted.split('/').slice(0, 2).join('/') in dependencies, `${file}: ${wanted}`);
});

const isBuilt = existsSync(join(ROOT, 'build/web')) || 'the website is not built';

test('the product starts from what is copied, without tests and demo', {
  skip: isBuilt !== true && isBuilt,
}, async (t) => {
  const folder = temporaryFolder(t);
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('server/'));
  const isCopied = (path: string) =>
    !/\.test\.tsx?$|\/node_modules$/.test(path) &&
    !ignored.some((name) => path === join(ROOT, name));
  for (const name of ['contract', 'messages', 'server'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isCopied });
  assert.ok(!existsSync(join(folder, 'testkit/src')));
  assert.ok(!existsSync(join(folder, 'samples/src')));
  cpSync(join(ROOT, 'build/web'), join(folder, 'build/web'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'node_modules/@deqiq'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@deqiq')
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of ['contract', 'messages', 'server'])
    symlinkSync(join(folder, name), join(folder, 'node_modules/@deqiq', name));
  const port = await freePort();
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  };
  const server = start(t, process.execPath, [join(folder, 'server/src/main.ts')], env);
  await listening(port, server);
  for (const path of ['/readyz', '/', '/api/misc/clinics'])
    assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
});

test('the network of the container is the one that is trusted', () => {
  const { services, networks } = parse(read('compose.yaml')) as Compose & {
    networks: { default: { ipam: { config: { subnet: string }[] } } };
  };
  assert.equal(services.deqiq.environment.TRUST_PROXY, networks.default.ipam.config[0]?.subnet);
});

describe('compose.yaml (it is not started here)', () => {
  const { services, volumes } = parse(read('compose.yaml')) as Compose;
  const { deqiq } = services;

  test('lets nobody in but the machine itself', () => {
    for (const port of deqiq.ports) assert.match(port, /^127\.0\.0\.1:\d+:3000$/);
    assert.ok(dockerfile.includes('PORT=3000'));
    assert.equal(deqiq.read_only, true);
    assert.deepEqual(deqiq.cap_drop, ['ALL']);
  });

  test('keeps the data folder in a volume of its own', () => {
    assert.deepEqual(deqiq.volumes, ['data:/var/lib/deqiq']);
    assert.ok('data' in volumes);
    assert.ok(dockerfile.includes('DATA_DIR=/var/lib/deqiq'));
  });

  test('knows its settings, and leaves time to drain', () => {
    const config = read('server/src/settings.ts');
    for (const name of Object.keys(deqiq.environment))
      assert.ok(config.includes(`  ${name}: `), name);
    for (const name of Object.keys(deqiq.build.args))
      assert.ok(dockerfile.includes(`ARG ${name}=`), name);
    const [, patience = '0'] =
      /PATIENCE = (\d+)_000/.exec(
        read('server/src/platform/http/connections/graceful-shutdown.ts'),
      ) ?? [];
    assert.ok(Number.parseInt(deqiq.stop_grace_period, 10) > Number(patience));
  });
});
