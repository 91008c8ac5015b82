import { type RawBuilder, sql } from 'kysely';
import { storedWidths } from '../../features/imaging/pictures/picture-files.ts';
import { selectObjectId } from '../../platform/db/file-objects.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { StorageKey } from '../../platform/storage/storage.ts';

/** Rows read at a time. */
const BATCH_SIZE = 1_000;

export interface ReferencedFile {
  readonly key: StorageKey;
  /** Size and checksum in the row; rows of pictures have none. */
  readonly size?: number;
  readonly crc32?: number;
  /** The owning record, without personal data. */
  readonly owner: string;
}

/** Every file that the database references, patients' files first. */
export async function* listReferencedFiles(db: Db): AsyncGenerator<ReferencedFile> {
  const tables = await listTableNames(db);
  const object = tables.has('file_objects') ? selectObjectId('id') : sql<string>`id`;
  const columns = ['id', 'size', 'crc32', 'checkup_id', object.as('object_id')] as const;
  for await (const row of readBatches((after) =>
    db
      .selectFrom('checkup_files')
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  ))
    yield describe(row, `checkup ${row.checkup_id}`);
  if (tables.has('deleted_files'))
    for await (const row of readBatches((after) =>
      db
        .selectFrom('deleted_files')
        .select(columns)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ))
      yield describe(row, `checkup ${row.checkup_id}, deleted`);
  if (tables.has('intake_files')) yield* listReceivedFiles(db, object);
  if (tables.has('referral_files'))
    for await (const row of readBatches((after) =>
      db
        .selectFrom('referral_files')
        .select(['id', 'size', 'crc32', 'referral_id', 'id as object_id'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ))
      yield describe(row, `referral ${row.referral_id}`);
  if (tables.has('question_files'))
    for await (const row of readBatches((after) =>
      db
        .selectFrom('question_files')
        .select(['id', 'size', 'crc32', 'question_id', 'id as object_id'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ))
      yield describe(row, `question ${row.question_id}`);
  for await (const { id, width, kind } of readBatches((after) =>
    db
      .selectFrom('pictures')
      .select(['id', 'width', 'kind'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  ))
    for (const stored of storedWidths(width))
      yield { key: `pictures/${id}-${stored}`, owner: `a ${kind}'s picture` };
}

interface StoredRow {
  readonly object_id: string;
  readonly size: number;
  readonly crc32: number;
}

const describe = ({ object_id: id, size, crc32 }: StoredRow, owner: string): ReferencedFile => ({
  key: `files/${id}`,
  size,
  crc32,
  owner,
});

/** Files of unassigned studies, and instances that are in no file yet. */
async function* listReceivedFiles(
  db: Db,
  object: RawBuilder<string>,
): AsyncGenerator<ReferencedFile> {
  const columns = ['id', 'size', 'crc32', 'study_id'] as const;
  for (const table of ['intake_files', 'intake_instances'] as const)
    for await (const row of readBatches((after) =>
      db
        .selectFrom(table)
        .select([...columns, (table === 'intake_files' ? object : sql<string>`id`).as('object_id')])
        .where('id', '>', after)
        .$if(table === 'intake_instances', (query) => query.where(sql<boolean>`file_id is null`))
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ))
      yield describe(row, `study ${row.study_id}`);
}

/** The names of all tables. Backups and databases of older versions lack newer ones. */
export const listTableNames = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.introspection.getTables()).map(({ name }) => name));

async function* readBatches<Row extends { id: string }>(read: (after: string) => Promise<Row[]>) {
  let rows = await read('');
  while (rows.length > 0) {
    yield* rows;
    rows = rows.length < BATCH_SIZE ? [] : await read(rows.at(-1)?.id ?? '');
  }
}
