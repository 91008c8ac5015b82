import assert from 'node:assert/strict';
import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Today } from '@deqiq/contract/desk/today.ts';
import type { ProtectionLine } from '@deqiq/contract/operations/protection.ts';
import { createBackup } from '@deqiq/testkit/backups/backup-folder.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { rehearse } from '../../../commands/verify/rehearsal/rehearse.ts';
import { writeLastBackup } from '../../../platform/data-folder/last-backup.ts';
import {
  readDiskUsages,
  writeDiskUsages,
  writeLastCopy,
} from '../../../platform/data-folder/protection-records.ts';
import { DAY, HOUR, iso } from '../../../platform/time.ts';
import { sealAudit } from '../audit/chain/chain.service.ts';
import { addUsage, measureGrowth } from './disk-growth.ts';
import { protectionService } from './protection.service.ts';
import * as lines from './protection-lines.ts';

const PATH = '/api/admin/protection';
const NOW = Date.parse('2026-11-27T08:00:00.000Z');
const ago = (milliseconds: number) => iso(NOW - milliseconds);

async function readLines({ admin }: Pick<World, 'admin'>) {
  const answer = (await admin.get(PATH)).ok<{ lines: ProtectionLine[] }>();
  return new Map(answer.lines.map((line) => [line.name, line]));
}

const statesOf = (found: Awaited<ReturnType<typeof readLines>>) =>
  Object.fromEntries(found.entries().map(([name, { status }]) => [name, status]));

test('an empty installation says of each line what is missing', async (t) => {
  const world = await newWorld(t);
  const found = await readLines(world);
  const { disk, ...others } = statesOf(found);
  assert.deepEqual(others, {
    backup: 'missing',
    rehearsal: 'missing',
    copy: 'missing',
    audit: 'good',
    mail: 'missing',
    push: 'good',
    certificate: 'missing',
  });
  assert.equal(found.get('disk')?.days, null);
  assert.ok(disk);
});

test('backup, rehearsal and copy are seen as soon as they are made', async (t) => {
  const world = await newWorld(t);
  await sealAudit({ db: world.db, now: Date.now });
  const { manifest } = await createBackup(t, world);
  await rehearse({ dataDir: world.dataDir, parent: await newFolder(t) });
  await writeLastCopy(world.dataDir, { backupAt: manifest.at });
  const found = await readLines(world);
  const { backup, rehearsal, copy, audit } = statesOf(found);
  assert.deepEqual(
    { backup, rehearsal, copy, audit },
    { backup: 'good', rehearsal: 'good', copy: 'good', audit: 'good' },
  );
  assert.equal(found.get('backup')?.at, manifest.at);
  assert.match(String(found.get('audit')?.head), /^\d+:[\w-]{43}$/);
});

test('Today does not warn of e-mail and a certificate that were never set up', async (t) => {
  const world = await newWorld(t);
  const found = await readLines(world);
  assert.deepEqual(
    [found.get('mail')?.state, found.get('certificate')?.state],
    Array(2).fill('attention'),
  );
  const { protection } = (await world.admin.get('/api/admin/today')).ok<Today>();
  const others = found.values().filter(({ name }) => name !== 'mail' && name !== 'certificate');
  assert.equal(protection.count, others.filter(({ state }) => state !== 'good').toArray().length);
});

test('an audit that was written anew after the backup is a danger', async (t) => {
  const world = await newWorld(t);
  await sealAudit({ db: world.db, now: Date.now });
  const { folder, manifest } = await createBackup(t, world);
  const { at, bytes, files } = manifest;
  const auditHead = `1:${'x'.repeat(43)}`;
  await writeLastBackup(world.dataDir, { at, folder, bytes, files, auditHead });
  assert.equal((await readLines(world)).get('audit')?.state, 'danger');
});

test('messages that wait or failed, and a file that is no certificate, need attention', async (t) => {
  const file = join(await newFolder(t), 'certificate.pem');
  await writeFile(file, 'no certificate');
  const world = await newWorld(t, { now: () => NOW, settings: { CERTIFICATE_FILE: file } });
  const message = {
    id: 'a',
    channel: 'push' as const,
    recipient: 'x',
    kind: 'complaint',
    state: 'queued' as const,
    is_confirmed: null,
    failure: null,
    created_at: ago(2 * HOUR),
    sent_at: null,
  };
  await world.db.insertInto('outbox').values(message).execute();
  const found = await readLines(world);
  const { push, certificate } = Object.fromEntries(found);
  assert.deepEqual([push?.status, push?.count, push?.at], ['late', 1, ago(2 * HOUR)]);
  assert.deepEqual([certificate?.status, certificate?.state], ['failed', 'attention']);
});

test('lines change with age, growth and the end of the certificate', () => {
  const state = ({ status, state }: ProtectionLine) => `${status} ${state}`;
  const backup = (age: number) => state(lines.judgeBackup({ at: ago(age) }, NOW));
  assert.deepEqual(
    [backup(DAY), backup(3 * DAY), backup(8 * DAY)],
    ['good good', 'late attention', 'late danger'],
  );
  const disk = (available: number, bytesPerDay: number) =>
    lines.judgeDisk({ size: 1000, available, bytesPerDay });
  assert.equal(disk(500, 50).days, 10);
  assert.deepEqual([disk(500, 1), disk(500, 50), disk(100, 0), disk(40, 0)].map(state), [
    'good good',
    'late attention',
    'late attention',
    'failed danger',
  ]);
  const certificate = (left: number) => state(lines.judgeCertificate(ago(-left), NOW));
  assert.deepEqual(
    [certificate(60 * DAY), certificate(20 * DAY), certificate(3 * DAY), certificate(-DAY)],
    ['good good', 'late attention', 'late danger', 'failed danger'],
  );
  assert.equal(
    state(lines.judgeRehearsal({ at: ago(DAY), problem: 'damaged' }, NOW)),
    'failed danger',
  );
});

test('only owners see the panel', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t);
  const username = 'Sevda';
  const password = 'reception password';
  (await admin.post('/api/admin/staff', { username, role: 'staff', password })).ok();
  (await (await visitor.signIn('admin', { username, password })).get(PATH)).refused(403);
  const { client } = await signedInPartner();
  (await client.get(PATH)).refused(403);
  (await visitor.get(PATH)).refused(401);
});

test('the disk is forecast by what it really grew, not only by X-rays', async (t) => {
  const world = await newWorld(t, { now: () => NOW });
  const { bsize, blocks, bavail } = await statfs(world.dataDir);
  const size = blocks * bsize;
  const available = bavail * bsize;
  // Nothing was uploaded: derived pictures and backups filled a tenth of the disk in two weeks.
  const used = size - available - Math.round(size / 10);
  await writeDiskUsages(world.dataDir, [{ at: ago(14 * DAY), size, used }]);
  const { days } = (await readLines(world)).get('disk') ?? {};
  assert.ok(Math.abs(Number(days) - (available / size) * 140) < 3, String(days));
});

test('how full the disk is is noted, beside what was noted before', async (t) => {
  const world = await newWorld(t, { now: () => NOW });
  const earlier = { at: ago(DAY), size: 1000, used: 100 };
  await writeDiskUsages(world.dataDir, [earlier]);
  const protection = protectionService({
    ...world,
    hasMail: false,
    certificateFile: undefined,
    lastBackup: async () => undefined,
    checkAudit: () => assert.fail(),
  });
  await protection.recordUsage();
  const [first, second] = await readDiskUsages(world.dataDir);
  assert.deepEqual([first, second?.at], [earlier, ago(0)]);
  assert.ok(second && second.used > 0 && second.used <= second.size);
});

test('the growth of a disk is measured for a week at least, and on one disk', () => {
  const usage = (age: number, size = 1000) => ({ at: ago(age), size, used: 100 });
  const space = { size: 1000, available: 620 };
  assert.equal(measureGrowth([usage(14 * DAY)], space, NOW), 20);
  assert.equal(measureGrowth([usage(90 * DAY), usage(7 * DAY)], space, NOW), 40);
  assert.equal(measureGrowth([usage(6 * DAY)], space, NOW), undefined);
  assert.equal(measureGrowth([usage(14 * DAY, 500)], space, NOW), undefined);
  const usages = addUsage([usage(29 * DAY), usage(27 * DAY)], usage(0));
  assert.deepEqual(
    usages.map(({ at }) => at),
    [ago(27 * DAY), ago(0)],
  );
});
