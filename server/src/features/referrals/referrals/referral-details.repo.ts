import { sql } from 'kysely';
import { imagingColumns } from '../../../platform/db/lists/imaging-columns.ts';
import { type JsonRows, parseRows, selectJson } from '../../../platform/db/lists/json-rows.ts';
import { findPatientRoots, type PatientRoot } from '../../../platform/db/patient-records.ts';
import type { ReferralStatus } from '../../../platform/db/tables/referrals/referrals.ts';
import type {
  AppointmentRow,
  Db,
  FileImagingRow,
  PatientRow,
  ReferralFileRow,
} from '../../../platform/db/tables.ts';

export interface HistoryRow {
  readonly status: ReferralStatus;
  readonly at: string;
  readonly role: 'partner' | 'staff' | 'system';
  readonly reason: string;
  /** The username of staff, or the name of the partner. */
  readonly name: string | null;
}

type AppointmentTime = Pick<
  AppointmentRow,
  'id' | 'kind_id' | 'device_id' | 'starts_at' | 'ends_at'
>;

type PictureRow = Pick<ReferralFileRow, 'id' | 'name' | 'size' | 'content_type'> &
  Pick<
    FileImagingRow,
    'state' | 'generation' | 'summary' | 'failure' | 'patient_name' | 'birth_date' | 'sex'
  > & { readonly imaging_kind: FileImagingRow['kind'] };

const id = sql.ref<string>('referrals.id');

const history = (db: Db) =>
  db
    .selectFrom('referral_history as step')
    .leftJoin('admins as person', 'person.id', 'step.person_id')
    .leftJoin('partners as sender', 'sender.id', 'step.person_id')
    .select(['step.status', 'step.at', 'step.role', 'step.reason'])
    .select(
      sql<
        string | null
      >`coalesce(person.username, sender.first_name || ' ' || sender.last_name)`.as('name'),
    )
    .where('step.referral_id', '=', id)
    .orderBy('step.id');

/** Those that are not cancelled. Sorting and limiting them in SQL doubles the time of the whole query on SQLite. */
const appointments = (db: Db) =>
  db
    .selectFrom('appointments')
    .select(['id', 'kind_id', 'device_id', 'starts_at', 'ends_at'])
    .where('referral_id', '=', id)
    .where('status', '!=', 'cancelled');

const patients = (db: Db) =>
  db
    .selectFrom('patients')
    .select(['id', 'seq', 'first_name', 'last_name', 'birth_date', 'sex', 'merged_into'])
    .where('id', '=', sql.ref<string>('referrals.patient_id'));

const file = ['file.id', 'file.name', 'file.size', 'file.content_type'] as const;

const pictures = (db: Db) =>
  db
    .selectFrom('referral_files as file')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select([...file, ...imagingColumns])
    .where('file.referral_id', '=', id)
    .orderBy('file.position');

/** Those of the shipment that it was transcribed from. */
const shippedPictures = (db: Db) =>
  db
    .selectFrom('checkup_files as file')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select([...file, ...imagingColumns])
    .where('file.checkup_id', '=', sql.ref<string>('referrals.checkup_id'))
    .where('file.kind', '=', 'file')
    .orderBy('file.position');

/** Columns of a query of referrals: the rows that refer to each of them. */
export const detailColumns = (db: Db) =>
  [
    selectJson(db, history(db)).as('steps'),
    selectJson(db, appointments(db)).as('appointments'),
    selectJson(db, patients(db)).as('patients'),
    selectJson(db, pictures(db)).as('own_pictures'),
    selectJson(db, shippedPictures(db)).as('shipped_pictures'),
  ] as const;

export interface DetailColumns {
  readonly steps: JsonRows<HistoryRow>;
  readonly appointments: JsonRows<AppointmentTime>;
  readonly patients: JsonRows<PatientRoot & Pick<PatientRow, 'merged_into'>>;
  readonly own_pictures: JsonRows<PictureRow>;
  readonly shipped_pictures: JsonRows<PictureRow>;
}

export interface ReferralDetails {
  readonly history: readonly HistoryRow[];
  /** The newest one that is not cancelled. */
  readonly appointment: AppointmentTime | undefined;
  /** The record of its patient. */
  readonly patient: PatientRoot | undefined;
  /** Its own, and those of the shipment that it was transcribed from. */
  readonly pictures: readonly PictureRow[];
}

/** Reads the columns. Another query is necessary only where a record was merged. */
export async function readDetails<Row extends DetailColumns>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & ReferralDetails)[]> {
  const records = rows.map(({ patients }) => parseRows(patients)[0]);
  const merged = records.flatMap((record) => record?.merged_into ?? []);
  const roots = await findPatientRoots(db, merged);
  return rows.map((row, index) => {
    const record = records[index];
    return {
      ...row,
      history: parseRows(row.steps),
      appointment: parseRows(row.appointments).toSorted(byId).at(-1),
      patient: record?.merged_into ? roots.get(record.merged_into) : record,
      pictures: [...parseRows(row.own_pictures), ...parseRows(row.shipped_pictures)],
    };
  });
}

export async function insertPictures(tx: Db, rows: readonly ReferralFileRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('referral_files').values(rows).execute();
}

const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : 1;
