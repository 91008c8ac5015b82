import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { Openings } from '@deqiq/contract/referrals/patients/patients.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';

test('the page of a patient lists who opened the X-rays', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin, client, visitor, partner, addCheckup } = clinic;
  const { patient } = await clinic.accept((await clinic.send())._id);
  const path = `/api/admin/patients/${patient._id}/openings`;
  const list = async () => (await admin.get(path)).ok<Openings>().openings;
  const { _id: checkup } = await addCheckup({ partner: partner._id });
  await addCheckup({ partner: partner._id });
  (await admin.put(`/api/admin/checkups/${checkup}/patient`, { patient: patient._id })).ok();
  assert.deepEqual(await list(), []);

  const open = async (who: typeof admin, area: string) => {
    const found = (await who.get(`/api/${area}/checkups`)).ok<{ checkups: Checkup[] }>();
    for (const { xrayFileLinks } of found.checkups)
      for (const { url } of xrayFileLinks) (await visitor.get(url)).response;
  };
  await open(client, 'partner/misc');
  await open(admin, 'admin');
  const found = await list();
  assert.deepEqual(
    found.map(({ at, ...opening }) => opening),
    [
      { role: 'staff', person: ADMIN.username },
      { role: 'partner', person: `${partner.firstName} ${partner.lastName}` },
    ].map((by) => ({ checkup, name: 'Panoram rentgen', ...by, isDownload: true })),
  );
  (await client.get(path)).refused(403);
  (await visitor.get(path)).refused(401);
  (await admin.get('/api/admin/patients/unknown/openings')).refused(404);
});
