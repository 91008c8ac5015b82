import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartnerStatsList } from '@deqiq/contract/office/partner-stats.ts';
import type { PaymentList } from '@deqiq/contract/office/payments.ts';
import type { PatientList } from '@deqiq/contract/referrals/patients/patients.ts';
import { askForGift, changePoints } from '@deqiq/testkit/http/points.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const LISTS = [
  'partners',
  'partner-stats',
  'payments',
  'labs',
  'checkups',
  'patients',
  'partnercards',
  'clinics',
  'reports',
  'applications/partner',
  'applications/reservation',
  'applications/contact',
];

test('every list sorts both ways by name and date, and refuses another column', async (t) => {
  const { admin } = await newWorld(t);
  for (const list of LISTS) {
    for (const sort of ['name', '-name', 'date', '-date', ''])
      (await admin.get(`/api/admin/${list}?sort=${sort}`)).ok();
    for (const sort of ['password_hash', '--name', 'name;drop', 'NAME']) {
      const { message } = (await admin.get(`/api/admin/${list}?sort=${sort}`)).refused(400);
      assert.match(message, /^Sort by one of .*name/, list);
    }
  }
});

test('referrals are listed from the oldest', async (t) => {
  const { admin } = await newWorld(t);
  for (const sort of ['date', '-date']) (await admin.get(`/api/admin/referrals?sort=${sort}`)).ok();
  (await admin.get('/api/admin/referrals?sort=name')).refused(400);
});

test('staff see who has most points, and whose payment is first by name', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  for (const [firstName, points] of [
    ['Zaur', 2],
    ['Əli', 5],
    ['Ceyhun', 3],
  ] as const) {
    const { partner, client } = await signedInPartner({ firstName });
    (await changePoints(admin, partner._id, points)).ok();
    (await askForGift(client, { gift: 'all' })).ok();
  }
  const stats = (await admin.get('/api/admin/partner-stats?sort=-balance')).ok<PartnerStatsList>();
  assert.deepEqual(
    stats.partners.map(({ balance }) => balance),
    [4, 2, 1],
  );
  const payments = (await admin.get('/api/admin/payments?sort=name')).ok<PaymentList>();
  assert.deepEqual(
    payments.payments.map(({ partner }) => partner.firstName),
    ['Ceyhun', 'Əli', 'Zaur'],
  );
});

test('patients with a birth date are sorted like all of them', async (t) => {
  const { admin } = await newWorld(t);
  for (const firstName of ['Vüsal', 'Aysel', 'Leyla'])
    (
      await admin.post('/api/admin/patients', {
        firstName,
        lastName: 'Quliyeva',
        birthDate: '1990-02-01',
      })
    ).ok();
  for (const filter of ['', '&birthDate=1990-02-01']) {
    const { patients } = (
      await admin.get(`/api/admin/patients?sort=-name${filter}`)
    ).ok<PatientList>();
    assert.deepEqual(
      patients.map(({ firstName }) => firstName),
      ['Vüsal', 'Leyla', 'Aysel'],
    );
  }
});
