import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { metricsService } from './metrics.service.ts';

const TOKEN = 'a-token-of-the-tests';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function metricsOf(visitor: Client): Promise<string> {
  const { response } = await visitor.get('/metrics', bearer(TOKEN));
  assert.equal(response.statusCode, 200, response.body);
  return response.body;
}

/** The value of one line; undefined when it is not there. */
function readingOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const watched = { settings: { METRICS_TOKEN: TOKEN } };

test('metrics need the token', async (t) => {
  const { visitor, admin } = await newWorld(t, watched);
  for (const headers of [
    {},
    bearer('a-token-of-nobody'),
    bearer(`${TOKEN} type=access`),
    bearer(''),
  ])
    assert.equal((await visitor.get('/metrics', headers)).refused(401).code, 'unauthenticated');
  (await admin.get('/metrics')).refused(401);
  const { headers } = (await visitor.get('/metrics', bearer(TOKEN))).response;
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.equal(headers['cache-control'], 'no-store');
});

test('without a token there are no metrics', async (t) => {
  const { visitor } = await newWorld(t);
  for (const headers of [{}, bearer(''), bearer('undefined')])
    assert.equal((await visitor.get('/metrics', headers)).status, 404);
});

test('responses are counted by route pattern', async (t) => {
  const { visitor, admin, addCheckup } = await newWorld(t, watched);
  const checkup = await addCheckup();
  const [link] = checkup.xrayFileLinks;
  assert.equal((await visitor.get(link?.url ?? '')).status, 200);
  (await admin.get('/api/admin/checkups')).ok();
  (await visitor.get('/api/admin/checkups?name=Nigar')).refused(401);
  const text = await metricsOf(visitor);
  const count = (labels: string) =>
    readingOf(text, `deqiq_http_request_duration_seconds_count{${labels}}`);
  assert.equal(count('method="GET",route="/api/admin/checkups",status="2xx"'), 1);
  assert.equal(count('method="GET",route="/api/admin/checkups",status="4xx"'), 1);
  const file = '/public/uploads/checkupFiles/:capability';
  assert.equal(count(`method="GET",route="${file}",status="2xx"`), 1);
});

test('the metrics contain no personal data', async (t) => {
  const { visitor, admin, addCheckup } = await newWorld(t, watched);
  const { xrayFileLinks } = await addCheckup({ firstName: 'Gizlin', fileName: 'gizlin.dcm' });
  const secret = xrayFileLinks[0]?.url.split('/').at(-1) ?? '?';
  (await visitor.get(`/public/uploads/checkupFiles/${secret}`)).ok;
  (await admin.get('/api/admin/partners?name=Gizlin')).ok();
  await visitor.get('/Gizlin?Gizlin');
  await visitor.get('/api/Gizlin');
  const text = await metricsOf(visitor);
  for (const word of ['Gizlin', 'gizlin', secret, TOKEN, admin.tokens?.accessToken ?? '?'])
    assert.ok(!text.includes(word), word);
});

test('the metrics contain disk, sessions and unfinished uploads', async (t) => {
  const { visitor, admin, storage, signedInPartner } = await newWorld(t, watched);
  await signedInPartner();
  (await admin.sendChunk('one', 0, Buffer.alloc(CHUNK_SIZE))).ok();
  (await admin.sendChunk('two', 0, Buffer.alloc(1_000))).ok();
  const text = await metricsOf(visitor);
  const { size } = await storage.space();
  assert.equal(readingOf(text, 'deqiq_disk_size_bytes'), size);
  assert.ok((readingOf(text, 'deqiq_disk_available_bytes') ?? 0) > 0);
  assert.equal(readingOf(text, 'deqiq_sessions{role="admin"}'), 1);
  assert.equal(readingOf(text, 'deqiq_sessions{role="partner"}'), 1);
  assert.equal(readingOf(text, 'deqiq_unfinished_uploads'), 2);
  assert.equal(readingOf(text, 'deqiq_unfinished_upload_bytes'), CHUNK_SIZE + 1_000);
  assert.equal(readingOf(text, 'deqiq_upload_buffers'), 0);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    assert.ok((readingOf(text, name) ?? 0) > 0, name);
});

const quiet = { info() {}, error() {} };
const parts = {
  storage: {
    space: async () => ({ size: 100, available: 40 }),
    async *list() {},
  },
  sessions: { count: async () => ({ admin: 1, partner: 2 }) },
  lastBackup: async () => ({ at: '2026-11-20T03:00:00.000Z', bytes: 5_000 }),
  findMismatch: async () => undefined,
  countDeletions: async () => ({ all: 5, recent: 2 }),
  countUndecodable: async () => 2,
  countJobs: async () => [{ kind: 'derive', waiting: 4, running: 2, failed: 1, oldest: 90 }],
  countBuffersInUse: () => 3,
  findAuditHead: async (): Promise<string | undefined> => undefined,
  now: Date.now,
};

test('the metrics contain the times of sweeps and backups', async () => {
  const at = Date.parse('2026-11-20T07:00:00.000Z');
  const metrics = metricsService({ ...parts, now: () => at });
  const before = await metrics.render();
  assert.equal(readingOf(before, 'deqiq_sweep_timestamp_seconds{what="files"}'), undefined);
  assert.equal(await metrics.instrument('files', async () => 4)(quiet), 4);
  await metrics.instrument('files', async () => 3)(quiet);
  const broken = metrics.instrument('pictures', async () => {
    throw new Error('the disk is gone');
  });
  await assert.rejects(broken(quiet), /the disk is gone/);
  const text = await metrics.render();
  assert.equal(readingOf(text, 'deqiq_sweep_timestamp_seconds{what="files"}'), at / 1000);
  assert.equal(readingOf(text, 'deqiq_sweep_removed_total{what="files"}'), 7);
  assert.equal(readingOf(text, 'deqiq_sweep_failures_total{what="pictures"}'), 1);
  assert.equal(readingOf(text, 'deqiq_backup_timestamp_seconds'), at / 1000 - 4 * 3600);
  assert.equal(readingOf(text, 'deqiq_backup_bytes'), 5_000);
  assert.equal(readingOf(text, 'deqiq_upload_buffers'), 3);
  assert.equal(readingOf(text, 'deqiq_undecodable_files'), 2);
  assert.equal(readingOf(text, 'deqiq_jobs{kind="derive",state="waiting"}'), 4);
  assert.equal(readingOf(text, 'deqiq_jobs{kind="derive",state="running"}'), 2);
  assert.equal(readingOf(text, 'deqiq_jobs{kind="derive",state="failed"}'), 1);
  assert.equal(readingOf(text, 'deqiq_job_oldest_seconds{kind="derive"}'), 90);
});

test('a reading that fails is left out and counted; the others remain', async () => {
  let works = true;
  const space = async () => {
    if (!works) throw new Error('no such volume');
    return { size: 100, available: 40 };
  };
  const metrics = metricsService({ ...parts, storage: { ...parts.storage, space } });
  assert.equal(readingOf(await metrics.render(), 'deqiq_disk_available_bytes'), 40);
  works = false;
  const text = await metrics.render();
  assert.equal(readingOf(text, 'deqiq_disk_available_bytes'), undefined);
  assert.equal(readingOf(text, 'deqiq_watch_failures_total{reading="disk"}'), 1);
  assert.equal(readingOf(text, 'deqiq_sessions{role="partner"}'), 2);
});

test('of two requests at the same time neither clears the values of the other', async () => {
  const slow = Promise.withResolvers<{ all: number; recent: number }>();
  const slower = Promise.withResolvers<{ size: number; available: number }>();
  const volume = { size: 100, available: 40 };
  let requests = 0;
  const metrics = metricsService({
    ...parts,
    storage: {
      ...parts.storage,
      space: async () => (++requests === 1 ? volume : slower.promise),
    },
    countDeletions: () => slow.promise,
  });
  const first = metrics.render();
  await nextTick();
  const second = metrics.render();
  slow.resolve({ all: 5, recent: 2 });
  assert.equal(readingOf(await first, 'deqiq_disk_available_bytes'), 40);
  slower.resolve(volume);
  assert.equal(readingOf(await second, 'deqiq_disk_available_bytes'), 40);
});

test('the head of the audit leaves the machine with the metrics, a new one each hour', async () => {
  let at = Date.parse('2026-11-20T07:00:00.000Z');
  let seq = 0;
  const findAuditHead = async () => `${++seq}:hash`;
  const metrics = metricsService({ ...parts, findAuditHead, now: () => at });
  const reading = async (head: string) =>
    readingOf(await metrics.render(), `deqiq_audit_head{head="${head}"}`);
  assert.equal(await reading('1:hash'), 1);
  at += 59 * 60_000;
  assert.equal(await reading('1:hash'), 1);
  at += 60_000;
  assert.equal(await reading('2:hash'), 1);
  assert.equal(await reading('1:hash'), undefined);
});
