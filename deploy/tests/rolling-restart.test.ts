import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { formBytes } from '@deqiq/testkit/client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { startNodes } from '@deqiq/testkit/object-store/nodes.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import type { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';
import { startSampleNginx } from './nginx.ts';
import { ROOT, sample, temporaryFolder } from './programs.ts';
import type { Ask } from './proxied.ts';

/** Bytes of the file that is downloaded during the restart; docs/several-machines.md has the figures for 1 GiB. */
const DOWNLOAD = Number(process.env.ROLLING_DOWNLOAD ?? 64 * 2 ** 20);

/** nginx as a busy machine runs it: a reload begins a second after its command has ended. */
const slowly = (command: string) => `#!/bin/sh
case "$*" in
  *reload*) (sleep 1; ${command} "$@") >/dev/null 2>&1 & ;;
  *) ${command} "$@" ;;
esac
`;

/** nginx as in deploy/, before both nodes. `setNode` is deploy/node.sh. */
async function startNginx(t: TestContext, nodes: readonly ServerProcess[]) {
  const folder = temporaryFolder(t);
  const list = join(folder, 'deqiq-nodes');
  const [first, second] = nodes.map((node) => `127.0.0.1:${node.port}`);
  const addresses = { '10.0.0.11:3000': first ?? '', '10.0.0.12:3000': second ?? '' };
  writeFileSync(list, sample('deqiq-nodes', addresses));
  const { ask, command } = await startSampleNginx(t, {
    replaced: {
      '  server 127.0.0.1:3000;': `  include ${list};`,
      // One client of the test is many of a clinic.
      'rate=120r/s': 'rate=10000r/s',
      'rate=2r/s': 'rate=10000r/s',
    },
    reloads: true,
  });
  const slowNginx = join(folder, 'nginx');
  writeFileSync(slowNginx, slowly(command), { mode: 0o755 });
  const env = { ...process.env, NODES: list, DEQIQ_NGINX: slowNginx };
  const setNode = (state: 'down' | 'up', node: ServerProcess) =>
    spawnSync(join(ROOT, 'deploy/node.sh'), [state, `127.0.0.1:${node.port}`], {
      env,
      encoding: 'utf8',
    });
  return { ask, setNode };
}

/** Sends the requests of users until `stop` is called; `failures` describes each request that failed. */
function useClinic(ask: Ask, { authorization, download }: Signed) {
  const failures: string[] = [];
  const counts: Record<string, number> = {};
  let isOver = false;

  const request = async (what: string, ...[method, path, options]: Parameters<Ask>) => {
    const reply = await ask(method, path, options).catch((error: Error) => error);
    const isFailed = reply instanceof Error || reply.status >= 400;
    if (isFailed)
      failures.push(
        `${what}: ${reply instanceof Error ? reply.message : `${reply.status} ${reply.bytes}`}`,
      );
    counts[what] = (counts[what] ?? 0) + 1;
    return isFailed ? undefined : reply;
  };
  const headers = { authorization, 'content-type': 'application/json' };
  const actions = [
    () => request('list', 'GET', '/api/admin/checkups', { headers }),
    () => request('list', 'GET', '/api/admin/partners', { headers }),
    () =>
      request('sign-in', 'POST', '/api/admin/auth/login', {
        headers,
        body: JSON.stringify(ADMIN),
      }),
    async () => {
      const fileId = randomUUID();
      const bytes = randomBytes(2 * CHUNK_SIZE + 77);
      for (let number = 0; number * CHUNK_SIZE < bytes.length; number += 1) {
        const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
        const form = formBytes({
          chunk: { fileName: 'blob', bytes: chunk },
          chunkNumber: String(number),
          fileId,
          totalChunks: '3',
          fileName: 'qeyd.txt',
        });
        await request('chunk', 'POST', '/api/admin/checkups/upload-chunk', {
          headers: { authorization, ...form.headers, 'content-length': form.payload.length },
          body: form.payload,
        });
      }
    },
    async () => {
      const reply = await request('download', 'GET', download);
      if (reply && reply.bytes.length !== DOWNLOAD) failures.push('download: cut off');
    },
  ];
  const loops = actions.map(async (act) => {
    while (!isOver) await act();
  });
  return {
    failures,
    counts,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

interface Signed {
  readonly authorization: string;
  /** The path of a large file. */
  readonly download: string;
}

async function prepare(node: ServerProcess): Promise<Signed> {
  const staff = await new ApiClient(node.port).signIn();
  const { partner } = await staff.post<{ partner: { _id: string } }>(
    '/api/admin/partners',
    somePartner(),
  );
  const file = await staff.upload('arxiv.txt', Buffer.alloc(DOWNLOAD, 'Qeyd '));
  const { checkup } = await staff.post<{ checkup: Checkup }>('/api/admin/checkups', {
    partner: partner._id,
    firstName: 'Leyla',
    lastName: 'Əliyeva',
    name: 'Panoram',
    xrayFiles: [file],
  });
  return {
    authorization: `Bearer ${staff.token} type=access`,
    download: checkup.xrayFileLinks[0]?.url ?? '',
  };
}

test('two nodes are restarted one after the other, and no request fails', {
  skip: missesPrograms('nginx', 'openssl'),
  timeout: 300_000,
}, async (t) => {
  const nodes = await startNodes(t, { SHUTDOWN_DELAY: '1' });
  const [first, second] = nodes as [ServerProcess, ServerProcess];
  const { ask, setNode } = await startNginx(t, nodes);
  const signed = await prepare(first);
  const use = useClinic(ask, signed);
  for (const node of nodes) {
    assert.equal(setNode('down', node).status, 0);
    await node.end('SIGTERM');
    await node.restart();
    assert.equal(setNode('up', node).status, 0);
  }
  await use.stop();
  assert.deepEqual(use.failures, []);
  assert.deepEqual(
    Object.keys(use.counts).toSorted(),
    ['chunk', 'download', 'list', 'sign-in'],
    JSON.stringify(use.counts),
  );
  t.diagnostic(JSON.stringify(use.counts));
  assert.equal(setNode('down', first).status, 0);
  assert.match(setNode('down', second).stderr, /is the last node: nothing is changed/);
  assert.match(
    spawnSync(join(ROOT, 'deploy/node.sh'), ['up'], { encoding: 'utf8' }).stderr,
    /usage/,
  );
});
