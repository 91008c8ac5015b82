import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import { newReportClinic } from '@deqiq/testkit/http/reports.ts';
import { createShare, openPage, openShare, toPath } from '@deqiq/testkit/http/shares.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { checkReports } from '../../../commands/verify/reports.ts';
import { DAY, HOUR } from '../../../platform/time.ts';

test('a share shows the conclusion and the signer of the newest signed report', async (t) => {
  const { client, visitor, checkup, draft, sign, step } = await newReportClinic(t);
  const share = await createShare(client, 'partner', checkup._id);
  const cookie = await openShare(visitor, share);
  const page = async () => (await openPage(visitor, toPath(share), cookie)).response.body;
  const data = async () =>
    (await visitor.get(`${toPath(share)}/muayine`, { cookie })).ok<SharedCheckup>().report;
  const written = await draft({ conclusion: 'Norma <b>' });
  assert.equal(await data(), null);
  assert.doesNotMatch(await page(), /Norma/);
  (await sign(written)).ok();
  assert.match(await page(), /Norma &lt;b&gt;[\s\S]*Aygün Məmmədova · Həkim-radioloq/);
  const shown = await data();
  assert.deepEqual(
    [shown?.conclusion, shown?.name, shown?.title],
    ['Norma <b>', 'Aygün Məmmədova', 'Həkim-radioloq'],
  );
  (await step(written, 'withdraw', { reason: 'Səhv' })).ok();
  assert.equal(await data(), null);
});

test('a checkup that is removed for good takes its reports and questions along', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let at = Date.now();
  const { admin, client, checkup, signed, db } = await newReportClinic(t, { now: () => at });
  await signed();
  (await client.post(`/api/partner/checkups/${checkup._id}/questions`, { text: 'Necə?' })).ok();
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  at += 31 * DAY;
  const left = async () => [
    ...(await db.selectFrom('diagnostic_reports').select('id').execute()),
    ...(await db.selectFrom('checkup_questions').select('id').execute()),
  ];
  assert.equal((await left()).length, 2);
  await untilTrue(async () => {
    t.mock.timers.tick(HOUR);
    return (await left()).length === 0;
  });
  assert.deepEqual((await checkReports(db)).problems, []);
});
