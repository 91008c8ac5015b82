import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { untilIndexed } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { requestSlots } from './request-slots.ts';

/** A name of 64 KiB has 32,767 values; one of these becomes ten bytes of JSON. */
const names: Element[] = Array.from({ length: 40 }, (_, index) => ({
  tag: 0x0019_1000 + index,
  vr: 'PN',
  value: Array(32_000).fill('a'),
}));
const texts: Element[] = Array.from({ length: 20 }, (_, index) => ({
  tag: 0x0021_1000 + index,
  vr: 'LT',
  value: 'b'.repeat(60_000),
}));
const numbers: Element = { tag: 0x0028_3006, vr: 'US', value: Array(9_000).fill(7) };

async function newArchive(t: TestContext, bytes: Buffer) {
  const world = await newWorld(t, { runsJobs: true });
  const own = await world.signedInPartner();
  await world.addCheckup({ partner: own.partner._id, fileName: 'a.dcm', bytes });
  await untilIndexed(world);
  return { ...world, own };
}

const file = (more: readonly Element[]) => blackSlice({ more });

const SERIES = '/dicom-web/studies/2.25.9/series/2.25.1';

test('a header of megabytes', async (t) => {
  const description: Element = { tag: 0x0008_1030, vr: 'LO', value: 'KT 8x8' };
  const world = await newArchive(t, file([description, ...names, ...texts, numbers]));
  const get = async (path: string) => (await world.own.client.get(path)).ok<Json[]>()[0] ?? {};

  await t.test(
    'leaves an index of at most 256 KiB, without its largest private texts',
    async () => {
      const rows = await world.db
        .selectFrom('dicom_series')
        .select([sql<number>`length(attributes)`.as('all'), sql<number>`length(brief)`.as('brief')])
        .execute();
      assert.equal(rows.length, 1);
      assert.ok(Number(rows[0]?.all) <= 256 * 1024, `${rows[0]?.all} characters`);
      assert.ok(Number(rows[0]?.brief) <= 4_096, `${rows[0]?.brief} characters`);
    },
  );

  await t.test('keeps what searches compare and what programs draw with', async () => {
    const found = await get('/dicom-web/studies?StudyDescription=kt*&PatientName=HÜSEYNOVA*');
    assert.deepEqual(found['00081030'], { vr: 'LO', Value: ['KT 8x8'] });
    const metadata = await get(`${SERIES}/metadata`);
    assert.deepEqual(metadata['00280030'], { vr: 'DS', Value: [0.5, 0.5] });
    assert.equal(metadata['00191000'], undefined);
    assert.match(metadata['00283006']?.BulkDataURI ?? '', /bulkdata\/\d+-18000$/);
  });

  await t.test('is returned with all fields in the order of their tags', async () => {
    for (const path of ['/dicom-web/studies', '/dicom-web/series', `${SERIES}/instances`]) {
      const tags = Object.keys(await get(`${path}?includefield=all`));
      assert.deepEqual(tags, tags.toSorted(), path);
      assert.ok(tags.includes('00200032'), path);
    }
  });
});

type Json = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string }>;

test('a row of an older version is searched and returned', async (t) => {
  const world = await newArchive(t, file([]));
  const [{ attributes = '' } = {}] = await world.db
    .selectFrom('dicom_series')
    .select('attributes')
    .execute();
  const undivided = JSON.stringify(JSON.parse(attributes));
  await world.db.updateTable('dicom_series').set({ brief: null, attributes: undivided }).execute();
  await world.db.updateTable('dicom_instances').set({ brief: null, attributes: '{}' }).execute();
  for (const path of ['/dicom-web/studies', `${SERIES}/instances?includefield=all`]) {
    const [item] = (await world.own.client.get(path)).ok<Json[]>();
    assert.deepEqual(item?.['0020000D']?.Value, ['2.25.9'], path);
  }
});

test('a person has four requests at a time; some wait, the others are refused', async () => {
  const slots = requestSlots();
  const signal = new AbortController().signal;
  const first = await Promise.all([1, 2, 3, 4].map(() => slots.acquire('doctor', signal)));
  const leaving = new AbortController();
  const left = slots.acquire('doctor', leaving.signal);
  const waiting = Array.from({ length: 99 }, () => slots.acquire('doctor', signal));
  await assert.rejects(slots.acquire('doctor', signal), { status: 503 });
  (await slots.acquire('another doctor', signal))();
  leaving.abort();
  await assert.rejects(left, { status: 503 });
  for (const release of first) release();
  for (const request of waiting) (await request)();
  (await slots.acquire('doctor', signal))();
});
