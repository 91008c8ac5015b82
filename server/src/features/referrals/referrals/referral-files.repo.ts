import { sql } from 'kysely';
import type { Db, FileImagingRow, ReferralFileRow } from '../../../platform/db/tables.ts';

export async function insert(tx: Db, rows: readonly ReferralFileRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('referral_files').values(rows).execute();
}

const imaging = [
  sql<FileImagingRow['state']>`coalesce(file_imaging.state, 'unsupported')`.as('state'),
  'file_imaging.kind as imaging_kind',
  'file_imaging.generation',
  sql<string>`coalesce(file_imaging.summary, '{}')`.as('summary'),
  'file_imaging.failure',
  sql<string>`coalesce(file_imaging.patient_name, '')`.as('patient_name'),
  sql<string>`coalesce(file_imaging.birth_date, '')`.as('birth_date'),
  sql<string>`coalesce(file_imaging.sex, '')`.as('sex'),
] as const;

const file = ['file.id', 'file.name', 'file.size', 'file.content_type'] as const;

/** The pictures of referrals, and those of the shipments that they were transcribed from. */
export async function list(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const own = await db
    .selectFrom('referral_files as file')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select([...file, 'file.referral_id', ...imaging])
    .where('file.referral_id', 'in', ids)
    .orderBy('file.position')
    .execute();
  const shipped = await db
    .selectFrom('checkup_files as file')
    .innerJoin('referrals', 'referrals.checkup_id', 'file.checkup_id')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select([...file, 'referrals.id as referral_id', ...imaging])
    .where('referrals.id', 'in', ids)
    .where('file.kind', '=', 'file')
    .orderBy('file.position')
    .execute();
  return [...own, ...shipped];
}
