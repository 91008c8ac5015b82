import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import { findPatientRoots } from '../../../../platform/db/patient-records.ts';
import type { Db, Tables } from '../../../../platform/db/tables.ts';

/** An examination that a study may belong to. */
export interface Candidate {
  readonly id: string;
  readonly seq: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly name: string;
  readonly status: 'pending' | 'completed' | 'cancelled';
  readonly created_at: string;
  readonly partner_id: string;
  /** The record of its patient. */
  readonly patient_id: string | null;
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  /** SQLite returns 0 or 1. */
  readonly partner_deleted: boolean | 0 | 1;
}

const select = (db: Db) =>
  db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select([
      'checkups.id',
      'checkups.seq',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.name',
      'checkups.status',
      'checkups.created_at',
      'checkups.partner_id',
      'checkups.patient_id',
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
      sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
    ]);

/** Examinations by their ids or numbers. */
export async function listByKeys(
  db: Db,
  { ids, seqs }: { readonly ids: readonly string[]; readonly seqs: readonly number[] },
): Promise<Candidate[]> {
  if (ids.length + seqs.length === 0) return [];
  return select(db)
    .where((is) =>
      is.or([is('checkups.id', 'in', ['', ...ids]), is('checkups.seq', 'in', [-1, ...seqs])]),
    )
    .execute();
}

/** The survivors of patients' records, by the codes of these and by their ids. */
export async function findRecords(
  db: Db,
  { codes, ids }: { readonly codes: readonly string[]; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const seqs = codes.flatMap((code) => patientCodes.parse(code) ?? []);
  const named =
    seqs.length === 0
      ? []
      : await db.selectFrom('patients').select(['id', 'seq']).where('seq', 'in', seqs).execute();
  const roots = await findPatientRoots(db, [...ids, ...named.map(({ id }) => id)]);
  const found = new Map([...roots].map(([id, root]) => [id, root.id]));
  for (const row of named) found.set(patientCodes.format(row), roots.get(row.id)?.id ?? row.id);
  return found;
}

type Checkups = SelectQueryBuilder<Tables, 'checkups' | 'partners', Candidate>;

/** The newest examinations that wait for X-rays, and those created since an instant (ISO text). */
export async function listRecent(db: Db, since: string, limit: number): Promise<Candidate[]> {
  const newest = (query: Checkups) => query.orderBy('checkups.seq', 'desc').limit(limit).execute();
  const pending = await newest(select(db).where('checkups.status', '=', 'pending'));
  const recent = await newest(select(db).where('checkups.created_at', '>=', since));
  return [...new Map([...pending, ...recent].map((row) => [row.id, row])).values()];
}

const describe = (column: 'patient_id' | 'birth_date' | 'sex') =>
  sql<string>`coalesce(nullif(${sql.ref(`file_imaging.${column}`)}, ''),
    ${sql.ref(`dicom_headers.${column}`)}, '')`.as(column);

/** The patients in the DICOM files of these examinations, and of others whose files have one of these patient ids. */
export async function listHeaders(
  db: Db,
  { checkupIds, patientIds }: { checkupIds: readonly string[]; patientIds: readonly string[] },
) {
  return (
    db
      .selectFrom('checkup_files')
      .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
      .leftJoin('dicom_headers', 'dicom_headers.file_id', 'checkup_files.id')
      // Until the pictures are made, the patient is that of the assignment.
      .select([
        'checkup_files.checkup_id',
        describe('patient_id'),
        describe('birth_date'),
        describe('sex'),
      ])
      .distinct()
      .where('patient_check', '!=', 'different')
      .where((is) =>
        is.or([
          is('checkup_id', 'in', ['', ...checkupIds]),
          is('dicom_headers.patient_id', 'in', ['-', ...patientIds]),
          is('file_imaging.patient_id', 'in', ['-', ...patientIds]),
        ]),
      )
      .limit(5_000)
      .execute()
  );
}
