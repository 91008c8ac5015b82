import { randomUUIDv7 } from 'node:crypto';
import { type DatabaseOptions, openDatabase } from '../../../server/src/platform/db/database.ts';
import type { Db } from '../../../server/src/platform/db/tables.ts';

/** The schema of the first version: partners with a balance but no ledger, each with one checkup. */
export async function createOldSchema(location: DatabaseOptions, partners: number): Promise<void> {
  const { db, close } = await openDatabase({ ...location, schema: ['0001-start'] });
  await db.transaction().execute(async (tx) => {
    for (let number = 1; number <= partners; number += 1) await insertPartner(tx, number);
  });
  await close();
}

async function insertPartner(tx: Db, number: number): Promise<void> {
  const id = randomUUIDv7();
  const email = `partner-${number}@example.az`;
  const key = `ayten memmedova ${number}`;
  const name = { first_name: 'Aytən', last_name: `Məmmədova ${number}`, name_key: key };
  const created_at = '2025-01-01T00:00:00.000Z';
  await tx
    .insertInto('partners')
    .values({
      ...name,
      id,
      birth_date: null,
      phone: '+994501234567',
      email,
      email_key: email,
      instagram: '',
      clinic_name: '',
      balance_qepik: number * 100,
      sended_patients_count: number,
      password_hash: 'none',
      created_at,
      deleted_at: null,
      sort_key: key,
    })
    .execute();
  await tx
    .insertInto('checkups')
    .values({
      ...name,
      id: randomUUIDv7(),
      partner_id: id,
      name: 'Panoram rentgen',
      description: '',
      start_date: null,
      end_date: null,
      status: 'pending',
      created_at,
    })
    .execute();
}
