import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { picture } from '../documents/pictures.ts';
import { changePoints } from '../http/points.ts';
import { addPushSubscription } from '../http/push-subscriptions.ts';
import { createShare, sendPin, toPath } from '../http/shares.ts';
import { newWorld, someDicom, type World } from '../world.ts';

export const DOCTOR = { firstName: 'Zülfüqar', lastName: 'Qəhrəmanlı' };
export const PATIENT = { firstName: 'Şahnabat', lastName: 'Vəkilqızı' };

export const toFullName = ({ firstName, lastName }: typeof DOCTOR) => `${firstName} ${lastName}`;

/** Bytes in the files of the patient. */
export const MARK = Buffer.from('bytes of an X-ray that are found again');

/** A file with MARK in it. */
export const xray = (size: number) => {
  const bytes = someDicom(size);
  MARK.copy(bytes, 200);
  return bytes;
};

/** A doctor and a patient whose names are stored everywhere where names can be. */
export async function worldOfNames(t: TestContext) {
  const world = await newWorld(t);
  const { admin, visitor } = world;
  const { partner, client } = await world.signedInPartner({
    ...DOCTOR,
    email: 'Zulfuqar.Q@dis.example.az',
    phone: '+994 55 987 65 43',
    instagram: '@zulfuqar.gizli',
    clinicName: `${toFullName(DOCTOR)} klinikası`,
  });
  const checkup = await world.addCheckup({
    partner: partner._id,
    ...PATIENT,
    name: `${PATIENT.firstName} xanımın panoramı`,
    bytes: xray(400),
    fileName: 'Vəkilqızı.dcm',
  });
  const other = await world.addCheckup({
    partner: partner._id,
    fileName: 'sahnabat_vekilqizi.dcm',
    name: `${toFullName(PATIENT)} ilə müqayisə`,
  });
  for (const { xrayFileLinks } of [checkup, other])
    for (const [area, who] of [
      ['partner', client],
      ['admin', admin],
    ] as const) {
      const address = `/api/${area}/files/${xrayFileLinks[0]?.id}/annotations`;
      const content = { kind: 'window', centre: 1, width: 2 };
      (await who.post(address, { _id: randomUUID(), label: toFullName(PATIENT), content })).ok();
    }
  for (const [{ _id }, address] of [
    [checkup, VISITOR_OF_PATIENT],
    [other, VISITOR_OF_OTHER],
  ] as const) {
    const share = await createShare(client, 'partner', _id, { label: toFullName(PATIENT) });
    assert.equal((await sendPin(visitor, toPath(share), 'wrong', address)).status, 403);
    assert.equal((await sendPin(visitor, toPath(share), share.pin, address)).status, 303);
  }
  await changePoints(admin, partner._id, 5);
  await addPushSubscription(client);
  (await client.post('/api/partner/misc/demand-payment', {})).ok();
  const message = `${PATIENT.lastName} ${PATIENT.firstName} üçün gözləyirəm`;
  (await client.post('/api/partner/misc/report', { message })).ok();
  const dates = { startDate: '2026-11-20', endDate: '2026-11-21' };
  const title = `Tac: ${toFullName(PATIENT)}`;
  (await admin.post('/api/admin/labs', { title, partner: partner._id, ...dates })).ok();
  const contact = { email: 'sahnabat@gizli.example.az', phone: '+994701112233' };
  const reservation = {
    fullName: toFullName(PATIENT),
    ...contact,
    partnerFullName: toFullName(DOCTOR),
  };
  (await visitor.post('/api/misc/reservation-application', reservation)).ok();
  const options = {
    fullName: toFullName(DOCTOR),
    email: 'zulfuqar.q@dis.example.az',
    phone: '+994559876543',
    clinicName: `${toFullName(DOCTOR)} klinikası`,
    clinicPhone: '+994125556677',
  };
  (await visitor.post('/api/misc/partner-application', options)).ok();
  for (const fullName of [toFullName(PATIENT), toFullName(DOCTOR)])
    (
      await visitor.post('/api/misc/contact-message', {
        fullName,
        phone: '+994701112233',
        message: `Mən ${fullName}`,
      })
    ).ok();
  const card = { ...DOCTOR, phone: '+994559876543', image: await picture() };
  (await admin.form('POST', '/api/admin/partnercards', { ...card, images: await picture() })).ok();
  await failJob(
    world,
    `${toFullName(PATIENT)}: no answer for ${toFullName(DOCTOR)} <Zulfuqar.Q@dis.example.az>`,
  );
  await useNames(world, partner._id);
  return { world, partner, client, checkup, other };
}

/** Addresses from which the shares of two checkups are opened. */
export const VISITOR_OF_PATIENT = '203.0.113.77';
export const VISITOR_OF_OTHER = '203.0.113.78';

/** A job whose error names people, as that of a mail server may. */
async function failJob({ db }: World, last_error: string) {
  const at = new Date().toISOString();
  const times = { due_at: at, run_at: at, created_at: at, failed_at: at };
  const job = { id: 'a', kind: 'send', subject: 'a', payload: '{}', priority: 0, attempts: 5 };
  await db
    .insertInto('jobs')
    .values({ ...job, ...times, last_error })
    .execute();
}

/** Changes rows and removes them again, so that free pages contain their text. */
async function useNames(world: World, partner: string) {
  for (const name of [DOCTOR, PATIENT]) {
    const removed = await world.addCheckup({ partner, ...name, name: toFullName(name).repeat(8) });
    await removeForGood(world, removed._id);
  }
}

/** Deletes a checkup as if that was 30 days ago. */
export async function removeForGood({ admin, db, storage }: World, id: string) {
  (await admin.delete(`/api/admin/checkups/${id}`)).ok();
  const files = await db.selectFrom('deleted_files').select('id').execute();
  await db.deleteFrom('checkup_deletions').where('checkup_id', '=', id).execute();
  for (const file of files) await storage.remove(`files/${file.id}`);
}
