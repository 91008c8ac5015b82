import { sql } from 'kysely';
import { readContext } from '../../../../platform/db/database-context.ts';
import { compileOnce } from '../../../../platform/db/lists/compiled-query.ts';
import { imagingColumns } from '../../../../platform/db/lists/imaging-columns.ts';
import type { CheckupFileRow, FileImagingRow } from '../../../../platform/db/tables.ts';

/** Columns of a file in lists; each further column makes every list slower. */
export type ListedFile = Pick<
  CheckupFileRow,
  | 'id'
  | 'checkup_id'
  | 'kind'
  | 'name'
  | 'size'
  | 'content_type'
  | 'patient_check'
  | 'completes_checkup'
> &
  Pick<
    FileImagingRow,
    'state' | 'generation' | 'summary' | 'failure' | 'patient_name' | 'birth_date' | 'sex'
  > & {
    imaging_kind: FileImagingRow['kind'];
  };

const listedColumns = [
  'checkup_files.id',
  'checkup_files.checkup_id',
  'checkup_files.kind',
  'checkup_files.name',
  'checkup_files.size',
  'checkup_files.content_type',
  'checkup_files.patient_check',
  'checkup_files.completes_checkup',
  ...imagingColumns,
] as const;

export const listFiles = compileOnce<{ ids: string | string[] }, ListedFile>((db, slot) => {
  const ids = slot('ids');
  const isWanted =
    readContext(db).dialect === 'sqlite'
      ? sql<boolean>`checkup_id in (select value from json_each(${ids}))`
      : sql<boolean>`checkup_id = any(${ids}::text[])`;
  return db
    .selectFrom('checkup_files')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select(listedColumns)
    .where(isWanted)
    .orderBy('checkup_files.kind')
    .orderBy('position')
    .orderBy('checkup_files.id');
});
