import { randomUUIDv7 } from 'node:crypto';
import type { NewCheckup } from '../../../server/src/features/examinations/checkups/checkups.repo.ts';
import type { NewPartner } from '../../../server/src/features/people/partners/partners.repo.ts';
import type { insert as insertPatient } from '../../../server/src/features/referrals/patients/patients.repo.ts';
import type { Db, NewCheckupFile } from '../../../server/src/platform/db/tables.ts';

type NewPatient = Parameters<typeof insertPatient>[1];

/** Rows for tests of repos, with defaults for every column that the test does not set. */
export function newPartner(overrides: Partial<NewPartner> = {}): NewPartner {
  const id = randomUUIDv7();
  return {
    id,
    first_name: 'Aytən',
    last_name: 'Məmmədova',
    birth_date: '1985-04-12',
    phone: '+994501234567',
    email: `${id}@example.az`,
    email_key: `${id}@example.az`,
    instagram: '@ayten.dent',
    clinic_name: 'Ağ Diş',
    password_hash: 'hash',
    created_at: new Date().toISOString(),
    ...overrides,
  };
}

export function newCheckup(partnerId: string, overrides: Partial<NewCheckup> = {}): NewCheckup {
  return {
    id: randomUUIDv7(),
    partner_id: partnerId,
    first_name: 'Nigar',
    last_name: 'Hüseynova',
    name: 'Panoram rentgen',
    description: '',
    start_date: '2026-11-20',
    end_date: null,
    status: 'completed',
    created_at: new Date().toISOString(),
    ...overrides,
  };
}

export function newPatient(overrides: Partial<NewPatient> = {}): NewPatient {
  return {
    id: randomUUIDv7(),
    first_name: 'Nigar',
    last_name: 'Məmmədova',
    father_name: '',
    birth_date: null,
    sex: null,
    phone: '',
    phone_key: null,
    email: '',
    national_id: null,
    national_id_hash: null,
    note: '',
    created_at: '2026-11-26T08:00:00.000Z',
    ...overrides,
  };
}

export function newFile(
  checkupId: string,
  overrides: Partial<NewCheckupFile> = {},
): NewCheckupFile {
  const id = randomUUIDv7();
  return {
    id,
    checkup_id: checkupId,
    kind: 'xray',
    position: 0,
    name: `${id}.dcm`,
    size: 5_000_000_000,
    content_type: 'application/dicom',
    crc32: 0xffff_ffff,
    created_at: new Date().toISOString(),
    ...overrides,
  };
}

/** Deletes a checkup's row and those of its files permanently. */
export async function removeCheckup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('checkups').where('id', '=', id).execute();
}
