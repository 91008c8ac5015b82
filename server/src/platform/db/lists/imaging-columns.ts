import { sql } from 'kysely';
import type { FileImagingRow } from '../tables.ts';

/** Derived columns of a file, of a left join with `file_imaging`. */
export const imagingColumns = [
  sql<FileImagingRow['state']>`coalesce(file_imaging.state, 'unsupported')`.as('state'),
  'file_imaging.kind as imaging_kind',
  'file_imaging.generation',
  sql<string>`coalesce(file_imaging.summary, '{}')`.as('summary'),
  'file_imaging.failure',
  sql<string>`coalesce(file_imaging.patient_name, '')`.as('patient_name'),
  sql<string>`coalesce(file_imaging.birth_date, '')`.as('birth_date'),
  sql<string>`coalesce(file_imaging.sex, '')`.as('sex'),
] as const;
