import { type Selectable, sql } from 'kysely';
import {
  type Page,
  type PageRequest,
  pagedQuery,
} from '../../../../platform/db/lists/list-query.ts';
import type { CheckupDeletionsTable } from '../../../../platform/db/tables/checkups.ts';
import type { Db } from '../../../../platform/db/tables.ts';

/** A deletion with its partner and the staff account that deleted, if it still exists. */
export interface DeletionRow
  extends Pick<
    Selectable<CheckupDeletionsTable>,
    'id' | 'kind' | 'checkup_id' | 'first_name' | 'last_name' | 'name' | 'deleted_at' | 'deleted_by'
  > {
  partner_id: string;
  partner_first_name: string;
  partner_last_name: string;
  /** SQLite returns 0 or 1. */
  partner_deleted: boolean | 0 | 1;
  deleted_by_name: string | null;
}

export interface DeletedFile {
  readonly deletion_id: string;
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

const columns = [
  'checkup_deletions.id',
  'checkup_deletions.kind',
  'checkup_deletions.checkup_id',
  'checkup_deletions.first_name',
  'checkup_deletions.last_name',
  'checkup_deletions.name',
  'checkup_deletions.deleted_at',
  'checkup_deletions.deleted_by',
  'checkup_deletions.partner_id',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
  'admins.username as deleted_by_name',
] as const;

const deletionsPage = pagedQuery<DeletionRow>({ table: 'checkup_deletions' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('checkup_deletions', 'checkup_deletions.seq', 'page.seq')
    .innerJoin('partners', 'partners.id', 'checkup_deletions.partner_id')
    .leftJoin('admins', 'admins.id', 'checkup_deletions.deleted_by')
    .select(columns)
    .orderBy('page.seq', 'desc'),
);

/** Deletions whose patient's name matches, the last one first. */
export function list(
  db: Db,
  { page, limit, name }: PageRequest & { readonly name: string },
): Promise<Page<DeletionRow>> {
  return deletionsPage(db, { page, limit }, { search: name });
}

/** The files of these deletions, in the order of their checkups. */
export async function listFiles(db: Db, deletionIds: readonly string[]): Promise<DeletedFile[]> {
  if (deletionIds.length === 0) return [];
  return db
    .selectFrom('deleted_files')
    .select(['deletion_id', 'id', 'name', 'size'])
    .where('deletion_id', 'in', deletionIds)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Deletions up to an instant (ISO text), oldest first. */
export async function findOlderThan(db: Db, moment: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkup_deletions')
    .select('id')
    .where('deleted_at', '<=', moment)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
