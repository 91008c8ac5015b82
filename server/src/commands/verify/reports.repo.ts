import { sql } from 'kysely';
import type { Db, DiagnosticReportRow, ReportEntryRow } from '../../platform/db/tables.ts';

export type SignedReport = Pick<DiagnosticReportRow, 'id' | 'checkup_id' | 'status'> & {
  readonly document: string;
  readonly sha256: string;
  readonly signature: string;
  readonly key_id: string;
};

export type Entry = Pick<
  ReportEntryRow,
  'kind' | 'position' | 'document' | 'sha256' | 'signature' | 'key_id'
>;

/** Rows per statement. */
const BATCH_SIZE = 200;

export const listKeys = (db: Db) =>
  db.selectFrom('report_keys').select(['id', 'public_key']).execute();

/** All reports that were signed. */
export async function* readSigned(db: Db): AsyncGenerator<SignedReport> {
  for (let last = ''; ; ) {
    const { rows } = await sql<SignedReport>`
      select id, checkup_id, status, document, sha256, signature, key_id from diagnostic_reports
      where document is not null and id > ${last} order by id limit ${sql.lit(BATCH_SIZE)}`.execute(
      db,
    );
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

export const listEntries = (db: Db, reportId: string): Promise<Entry[]> =>
  db
    .selectFrom('report_entries')
    .select(['kind', 'position', 'document', 'sha256', 'signature', 'key_id'])
    .where('report_id', '=', reportId)
    .orderBy('position')
    .execute();

const ACTIONS = ['sign', 'countersign', 'withdraw', 'add-addendum'];

/** Hashes that the audit, which is sealed, has of a report. */
export async function listAuditedHashes(db: Db, reportId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('audit')
    .select('detail')
    .where('object', '=', 'diagnostic-report')
    .where('object_id', '=', reportId)
    .where('action', 'in', ACTIONS)
    .execute();
  return new Set(rows.map(({ detail }) => detail ?? ''));
}

/** Reports that were signed and are in no table, unless their examination was erased or removed permanently. */
export async function listLost(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select created.object_id as id from audit as created
    join audit as signed on signed.object = 'diagnostic-report' and signed.action = 'sign'
      and signed.object_id = created.object_id
    where created.object = 'diagnostic-report' and created.action = 'create'
      and not exists (select 1 from diagnostic_reports where id = created.object_id)
      and not exists (select 1 from audit as removed
        where (removed.object = 'diagnostic-report' and removed.action = 'erase'
            and removed.object_id = created.object_id)
          or (removed.object = 'checkup' and removed.action = 'purge'
            and removed.object_id = substr(created.detail, 9)))`.execute(db);
  return rows.map(({ id }) => id);
}
