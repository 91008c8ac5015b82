import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportList } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { someReferral } from '@deqiq/testkit/http/referrals.ts';
import { newReportClinic, reportCalls } from '@deqiq/testkit/http/reports.ts';

test('the newest signed report of earlier examinations of the patient stands beside', async (t) => {
  const { admin, addCheckup, partner } = await newReportClinic(t);
  const addPatient = async (): Promise<string> => {
    const answer = await admin.post('/api/admin/patients', someReferral().patient);
    return answer.ok<{ patient: { _id: string } }>().patient._id;
  };
  const patient = await addPatient();
  const visit = async (of: string) => {
    const { _id } = await addCheckup({ partner: partner._id });
    (await admin.put(`/api/admin/checkups/${_id}/patient`, { patient: of })).ok();
    return { id: _id, ...reportCalls(admin, _id) };
  };
  const find = async ({ id }: { id: string }) =>
    (await admin.get(`/api/admin/checkups/${id}/diagnostic-reports`)).ok<ReportList>().previous;
  const first = await visit(patient);
  const merged = await addPatient();
  const second = await visit(merged);
  const third = await visit(patient);
  const later = await visit(patient);
  assert.equal(await find(third), null);
  await first.draft();
  assert.equal(await find(third), null);
  await first.signed({ conclusion: 'Birinci' });
  const report = await second.signed({ conclusion: 'İkinci' });
  await later.signed({ conclusion: 'Sonrakı' });
  assert.equal((await find(third))?.report.content.conclusion, 'Birinci');
  // Another record of the same person.
  (await admin.post(`/api/admin/patients/${patient}/merge`, { other: merged })).ok();
  const previous = await find(third);
  assert.equal(previous?.report.content.conclusion, 'İkinci');
  assert.notEqual(previous?.examination, '');
  (await second.step(report, 'withdraw', { reason: 'Səhv' })).ok();
  assert.equal((await find(third))?.report.content.conclusion, 'Birinci');
  assert.equal(await find(first), null);
  (await admin.put(`/api/admin/checkups/${third.id}/patient`, { patient: null })).ok();
  assert.equal(await find(third), null);
});
