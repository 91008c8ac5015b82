import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Lists the DICOM instances of reports that are signed already, in the background. */
export async function reportInstances(db: Kysely<Tables>): Promise<void> {
  await sql`insert into jobs
      (id, kind, subject, payload, priority, due_at, run_at, attempts, created_at)
    select 'report-' || id, 'index-report', id, '{}', 1, updated_at, updated_at, 0, updated_at
    from diagnostic_reports where status = 'signed'`.execute(db);
}
