import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/src/config.ts';
import { ROOT, temporaryFolder } from './programs.ts';

const deploy = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

const kinds = {
  ConfigMap,
  Deployment,
  Ingress,
  Namespace,
  PodDisruptionBudget,
  Secret,
  Service,
};

interface Manifest {
  readonly kind: keyof typeof kinds;
  readonly apiVersion: string;
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
}

const manifests = readdirSync(join(ROOT, 'deploy/kubernetes')).flatMap((file) =>
  parseAllDocuments(deploy(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
);

/** Throws where a manifest is not what the Kubernetes API expects. */
function validate(manifest: Manifest): void {
  const model = new kinds[manifest.kind](manifest as never);
  assert.equal(model.apiVersion, manifest.apiVersion);
  model.validate();
}

describe('the Kubernetes manifests', () => {
  for (const manifest of manifests) test(manifest.kind, () => validate(manifest));

  test('a wrong field is noticed', () => {
    const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'));
    assert.ok(wrong);
    Object.assign(wrong, { spec: { replicas: 'two' } });
    assert.throws(() => validate(wrong));
  });

  test('their settings are those of the program', () => {
    const values = manifests.flatMap(({ data = {}, stringData = {} }) => [data, stringData]);
    const config = readConfig(Object.assign({}, ...values));
    assert.equal(config.objectStore?.location.bucket, 'x-rays');
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    const { terminationGracePeriodSeconds: grace } = new Deployment(deployment as never).spec
      ?.template.spec ?? { terminationGracePeriodSeconds: 0 };
    assert.ok(config.shutdown.delay + config.shutdown.timeout < Number(grace) * 1_000);
  });
});

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; stop_grace_period?: string; depends_on?: object }
  >;
  volumes: Record<string, null>;
}

describe('the compose file of two nodes', () => {
  const { services, volumes } = parse(deploy('compose.nodes.yaml'), { merge: true }) as Compose;
  const nodes = Object.entries(services).filter(([name]) => name.startsWith('node'));

  test('has two nodes with the same valid settings', () => {
    assert.equal(nodes.length, 2);
    const [one, two] = nodes.map(([, { environment }]) => environment ?? {});
    assert.deepEqual(one, two);
    const filled = Object.entries(one ?? {}).map(([name, value]) => [
      name,
      fill(value, { SESSION_SECRET: 's'.repeat(40), SECOND_FACTOR_KEY: 'k'.repeat(43) }),
    ]);
    const config = readConfig(Object.fromEntries(filled));
    assert.equal(config.objectStore?.location.endpoint, 'http://store:8333');
    const grace = Number.parseInt(nodes[0]?.[1].stop_grace_period ?? '0', 10);
    assert.ok(config.shutdown.delay + config.shutdown.timeout < grace * 1_000);
  });

  test('names every variable that has no default in the pattern of the settings', () => {
    const required = [...deploy('compose.nodes.yaml').matchAll(/\$\{(\w+):\?/g)].map(
      ([, name]) => name,
    );
    const named = [...deploy('nodes.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    assert.deepEqual([...new Set(required)].sort(), named.sort());
    assert.deepEqual(Object.keys(volumes).sort(), ['caddy', 'database', 'node1', 'node2', 'store']);
  });

  test('Caddy accepts its file', { skip: missesPrograms('caddy') }, (t) => {
    const file = join(ROOT, 'deploy/Caddyfile.nodes');
    const home = temporaryFolder(t);
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
    const words = ['validate', '--config', file, '--adapter', 'caddyfile'];
    const { status, stderr } = spawnSync('caddy', words, { env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
});

/** Replaces ${NAME}, ${NAME:-default} and ${NAME:?sentence} as Compose does. */
const fill = (value: string, values: Record<string, string>): string =>
  value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, rest: string) =>
    kind === '-' ? rest : (values[name] ?? (name === 'PUBLIC_URL' ? 'https://deqiq.example' : 'x')),
  );
