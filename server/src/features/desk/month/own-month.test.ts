import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Month, OwnMonth } from '@deqiq/contract/desk/month.ts';
import { workbookIn } from '@deqiq/testkit/documents/spreadsheets.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const NOW = Date.parse('2026-11-27T08:00:00.000Z');

/** A clinic in which the signed-in partner has one result and another one has two. */
async function newClinic(t: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(t, { now: () => NOW });
  const { client, partner } = await world.signedInPartner();
  const other = await world.addPartner();
  for (const owner of [partner, other, other]) await world.addCheckup({ partner: owner._id });
  return { ...world, client, partner };
}

test('a partner reads the month of its own patients, without the income of the clinic', async (t) => {
  const { admin, client } = await newClinic(t);
  const all = (await admin.get('/api/admin/month')).ok<Month>();
  const own = (await client.get('/api/partner/month')).ok<OwnMonth>();
  assert.equal(all.figures.examinations, 3);
  assert.equal(own.month, '2026-11');
  assert.deepEqual(own.figures, {
    examinations: 1,
    unopened: 1,
    hoursUntilReported: null,
    hoursUntilOpened: null,
    referrals: 0,
    appointments: 0,
    missed: 0,
  });
  assert.equal(own.days.count.at(-1), 1);
  assert.equal((await admin.get('/api/partner/month')).status, 403);
  assert.equal((await client.get('/api/partner/month?month=2026-13')).status, 400);
});

test('the list that a figure opens has its rows: results count by when they became ready', async (t) => {
  const { client, db, partner } = await newClinic(t);
  await db
    .updateTable('checkups')
    .set({ created_at: '2026-10-20T08:00:00.000Z' })
    .where('partner_id', '=', partner._id)
    .execute();
  const { figures } = (await client.get('/api/partner/month')).ok<OwnMonth>();
  const count = async (query: string): Promise<number> =>
    (await client.get(`/api/partner/misc/checkups?${query}`)).ok<{
      pagination: { totalItems: number };
    }>().pagination.totalItems;
  assert.equal(figures.examinations, 1);
  assert.equal(await count('ready=2026-11'), figures.examinations);
  assert.equal(await count('ready=2026-11-27'), 1);
  assert.equal(await count('ready=2026-11-26'), 0);
  assert.equal(await count('ready=2026-11&unseen=true'), figures.unopened);
  await db.updateTable('result_openings').set({ opened_at: '2026-11-27T09:00:00.000Z' }).execute();
  assert.equal(await count('ready=2026-11&unseen=true'), 0);
  assert.equal((await client.get('/api/partner/misc/checkups?ready=2026-13')).status, 400);
});

test('the figures of any days are a workbook, which is audited', async (t) => {
  const { admin, client, db } = await newClinic(t);
  const path = '/api/admin/exports/month';
  const { response } = await admin.get(`${path}?from=2026-11-20&to=2026-11-27`);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(
    response.headers['content-disposition'],
    'attachment; filename="month-2026-11-20-2026-11-27.xlsx"',
  );
  const { rows } = workbookIn(response.rawPayload);
  const found = rows.map((cells) => cells.join(' · '));
  assert.equal(found[0], 'Section · Figure · Period · Period before · Same period last year');
  assert.equal(found[1], 'Totals · Examinations · 3 · 0 · 0');
  assert.ok(found.includes('Examinations by weekday · Friday · 3 · 0 · 0'));
  const entry = await db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('object', '=', 'month')
    .executeTakeFirst();
  assert.deepEqual(entry, { action: 'export', detail: '2026-11-20 2026-11-27' });
  assert.equal((await client.get(`${path}?from=2026-11-20&to=2026-11-27`)).status, 403);
  for (const days of ['', '?from=2026-11-20&to=2026-11-19', '?from=2025-01-01&to=2026-11-27'])
    assert.equal((await admin.get(`${path}${days}`)).status, 400, days);
});
