import assert from 'node:assert/strict';
import test from 'node:test';
import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import type { CheckupList, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { PartnerList } from '@deqiq/contract/people/partners.ts';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { OfferedKinds } from '@deqiq/contract/referrals/booking/booking.ts';
import type { ReferralList } from '@deqiq/contract/referrals/referrals.ts';
import type { PublicClinics } from '@deqiq/contract/site/clinics.ts';
import type { PublicDoctors } from '@deqiq/contract/site/doctors.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { todayInBaku } from './sample-data/calendar.ts';
import { seedDemo } from './seed.ts';

test('the demo fills a new product through its API, and its printed logins see their patients', async (t) => {
  const world = await newWorld(t, { rateLimits: true });
  const baseUrl = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { partnerLogins } = await seedDemo({
    baseUrl,
    adminUsername: ADMIN.username,
    adminPassword: ADMIN.password,
    partners: 4,
    checkups: 9,
    maxShown: 3,
    quality: 'small',
  });

  const partners = (await world.admin.get('/api/admin/partners')).ok<PartnerList>();
  assert.equal(partners.pagination.totalItems, 4);
  const { checkups } = (await world.admin.get('/api/admin/checkups?limit=20')).ok<CheckupList>();
  const visits = checkups.filter(({ xrayFileLinks }) => xrayFileLinks.length > 0);
  assert.equal(visits.length, 9);
  assert.deepEqual(checkups.slice(4), visits, 'pictures and accepted referrals are the newest');
  const named = checkups.slice(0, 2).map(({ lastName }) => lastName !== '');
  assert.deepEqual(named, [false, true], 'one partner names the patient, the other does not');
  const days = visits.map(({ startDate }) => startDate);
  assert.deepEqual(days, days.toSorted().reverse(), 'the list begins with the newest visit');
  const types = new Set(
    checkups.flatMap((one) => one.xrayFileLinks.map((link) => link.contentType)),
  );
  assert.ok(types.has('application/dicom') && types.has('image/png'), [...types].join(', '));

  for (const section of [
    'clinics',
    'partnercards',
    'labs',
    'payments',
    'reports',
    'applications/partner',
    'applications/reservation',
    'applications/contact',
    'devices',
    'intake',
    'shares',
    'patients',
  ]) {
    const list = (await world.admin.get(`/api/admin/${section}`)).ok<Record<string, unknown>>();
    const [rows] = Object.values(list).filter(Array.isArray);
    assert.ok(rows && rows.length > 0, `${section} is empty`);
  }

  const { referrals } = (await world.admin.get('/api/admin/referrals')).ok<ReferralList>();
  assert.deepEqual(
    referrals.map(({ state }) => state),
    ['sent', 'sent', 'accepted', 'arrived', 'declined'],
  );

  const signed = await world.db.selectFrom('diagnostic_reports').select('status').execute();
  assert.ok(signed.length > 0 && signed.every(({ status }) => status === 'signed'));
  const { counters } = (await world.admin.get('/api/admin/misc/counters')).ok<{
    counters: Counters;
  }>();
  assert.equal(counters.questions, 1);

  const { kinds } = (await world.visitor.get('/api/misc/booking/kinds')).ok<OfferedKinds>();
  assert.deepEqual(
    kinds.map(({ examination }) => examination),
    ['panoramic', 'cephalometric', 'cbct', 'cbct', 'periapical'],
  );
  const today = todayInBaku();
  const range = `from=${today.minus(1).iso}&to=${today.minus(-3).iso}`;
  const calendar = await world.admin.get(`/api/admin/appointments?${range}`);
  const { appointments } = calendar.ok<AppointmentList>();
  assert.equal(new Set(appointments.map(({ device }) => device)).size, 3);
  assert.ok(appointments.length > 15, `${appointments.length} appointments`);

  const { clinics } = (await world.visitor.get('/api/misc/clinics')).ok<PublicClinics>();
  assert.deepEqual(
    clinics.map(({ title }) => title),
    ['Ağ Diş Stomatologiya', 'Mirvari Dental Klinika', 'Sədəf Diş Mərkəzi'],
  );
  const cards = (await world.visitor.get('/api/misc/partner-cards')).ok<PublicDoctors>();
  assert.deepEqual(
    cards.partnerCards.map(({ imageUrls }) => imageUrls.length),
    [5, 2, 4],
  );

  const [login] = partnerLogins;
  assert.ok(login);
  const { email, password } = login;
  const doctor = await world.visitor.signIn('partner', { email, password });
  const own = (await doctor.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  assert.ok(own.checkups.length > 0);
  const files = own.checkups.flatMap((one) => one.xrayFileLinks.map(({ name }) => name));
  assert.ok(files.includes('KLKT alt çənə.dcm'), 'the first login sees the volume');
  const picture = own.checkups.flatMap((one) => one.xrayFileLinks)[0];
  assert.ok(picture);
  const shown = await doctor.get(picture.url);
  assert.equal(shown.status, 200);
  assert.equal(shown.response.rawPayload.length, picture.size);
});

test('a refusal stops the demo with the message of the server', async (t) => {
  const world = await newWorld(t);
  const baseUrl = await world.app.listen({ port: 0, host: '127.0.0.1' });
  await assert.rejects(
    seedDemo({ baseUrl, adminUsername: 'admin', adminPassword: 'not the password' }),
    /auth\/login: 401 Login failed/,
  );
});
