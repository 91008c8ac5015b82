import { randomUUIDv7 } from 'node:crypto';
import { personName } from '@deqiq/samples/sample-data/names.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import * as pictures from '../../../server/src/features/imaging/pictures/pictures.repo.ts';
import * as reports from '../../../server/src/features/office/complaints/complaints.repo.ts';
import * as labs from '../../../server/src/features/office/labs/labs.repo.ts';
import * as payments from '../../../server/src/features/office/payments/payments.repo.ts';
import * as applications from '../../../server/src/features/site/applications/applications.repo.ts';
import * as clinics from '../../../server/src/features/site/clinics/clinics.repo.ts';
import * as cards from '../../../server/src/features/site/doctors/doctors.repo.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import type { Db } from '../../../server/src/platform/db/tables.ts';

const DAY = '2026-11-20';

/** Adds `count` rows of every resource to a database with partners and checkups. */
export async function addResources({ dataDir, url }: DataLocation, count: number): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, ...(url && { url }) });
  const random = randomFrom(count);
  const partners = await db.selectFrom('partners').select('id').execute();
  await db.transaction().execute(async (tx) => {
    for (let number = 0; number < count; number += 1)
      await addOneOfEach(tx, random, random.pick(partners).id);
  });
  await close();
}

async function addOneOfEach(tx: Db, random: Random, partner_id: string): Promise<void> {
  const created_at = new Date().toISOString();
  const own = () => ({ id: randomUUIDv7(), created_at });
  const { firstName: first_name, lastName: last_name } = personName(random);
  const phone = '+994501234567';
  const person = { full_name: `${first_name} ${last_name}`, email: 'n@example.az', phone };
  const clinic = { clinic_name: 'Ağ Diş', clinic_phone: phone };
  const order = { partner_id, title: 'Sirkonium tac', start_date: DAY, end_date: DAY };
  const gift = { partner_id, amount_qepik: 100, gift: 'pen', status: 'pending' as const };
  await labs.insert(tx, { ...own(), ...order, status: 'pending' });
  await payments.insert(tx, { ...own(), ...gift });
  await reports.insert(tx, { ...own(), partner_id, message: 'Rentgenlər bu həftə gec gəlir.' });
  await applications.insertReservation(tx, { ...own(), ...person, partner_full_name: 'Dr. Əli' });
  await applications.insertPartnerApplication(tx, { ...own(), ...person, ...clinic });
  await applications.insertContactMessage(tx, { ...own(), ...person, message: 'Salam' });
  const picture_id = await addPicture(tx, 'clinic', created_at);
  const shownClinic = { location: '', instagram: '@agdis', phone };
  await clinics.insert(tx, { ...own(), ...shownClinic, title: `${last_name} Dental`, picture_id });
  const doctor = { first_name, last_name, phone, clinic_name: 'Ağ Diş', instagram: '@dent' };
  const card = { ...own(), ...doctor, picture_id: await addPicture(tx, 'card', created_at) };
  await cards.insert(tx, card);
  const certificates = [0, 1, 2].map(() => addPicture(tx, 'card', created_at));
  await cards.addImages(tx, card.id, await Promise.all(certificates));
}

async function addPicture(tx: Db, kind: 'clinic' | 'card', created_at: string): Promise<string> {
  const id = randomUUIDv7();
  await pictures.insert(tx, [{ id, kind, width: 1_600, created_at }]);
  return id;
}
