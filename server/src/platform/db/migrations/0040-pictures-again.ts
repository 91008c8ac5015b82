import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/** Side in pixels below which lossless levels were wrong. */
const SMALL = 64;

const BIG_ENDIAN = '1.2.840.10008.1.2.2';

/**
 * Requests pictures again, behind all other work, that earlier versions made wrongly or refused: those with a side
 * below 64 pixels, big-endian ones, and files that were called damaged or too large. What there is stays until then.
 */
export async function picturesAgain(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const side = (name: string) =>
    dialect === 'sqlite'
      ? `json_extract(summary, '$.${name}')`
      : `cast(cast(summary as json) ->> '${name}' as integer)`;
  await sql
    .raw(
      `insert into jobs (id, kind, subject, payload, priority, due_at, run_at, attempts, created_at)
      select 'again-' || file_id, 'derive-image', file_id, '{}', 1, updated_at, updated_at, 0, updated_at
      from file_imaging
      where (state = 'failed' and failure in ('damaged', 'too-large'))
        or (generation is not null and (${side('width')} < ${SMALL} or ${side('height')} < ${SMALL}))
        or (generation is not null and exists (select 1 from dicom_instances
          where dicom_instances.file_id = file_imaging.file_id and transfer_syntax = '${BIG_ENDIAN}'))
      on conflict (kind, subject) do update set failed_at = null, attempts = 0, priority = 1
        where jobs.failed_at is not null`,
    )
    .execute(db);
}
