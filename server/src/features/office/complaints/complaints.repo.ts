import { type Insertable, type Selectable, sql } from 'kysely';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import type { ComplaintsTable } from '../../../platform/db/tables/work-queues.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** A report with its partner, deleted or not. */
export interface ComplaintRow extends Omit<Selectable<ComplaintsTable>, 'seq'> {
  partner_first_name: string;
  partner_last_name: string;
  partner_email: string;
  /** SQLite returns 0 or 1. */
  partner_deleted: boolean | 0 | 1;
}

const source = { table: 'reports', owner: 'partner_id', searchedBy: 'partners' } as const;

const complaintsPage = pagedQuery<ComplaintRow>(
  source,
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('reports', 'reports.seq', 'page.seq')
      .innerJoin('partners', 'partners.id', 'reports.partner_id')
      .select([
        'reports.id',
        'reports.partner_id',
        'reports.message',
        'reports.created_at',
        'reports.status',
        'reports.note',
        'reports.handled_by',
        'reports.handled_at',
        'reports.version',
        'partners.first_name as partner_first_name',
        'partners.last_name as partner_last_name',
        'partners.email as partner_email',
        sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
      ])
      .orderBy('page.seq', 'desc'),
  { name: sql`(select sort_key from partners where partners.id = reports.partner_id)` },
);

interface ListRequest extends PageRequest {
  readonly fullName: string;
  readonly partner?: string | undefined;
  readonly status?: string | undefined;
}

/** Reports whose partner's name matches, newest first. */
export function list(
  db: Db,
  { page, limit, sort, ids, fullName, partner, status }: ListRequest,
): Promise<Page<ComplaintRow>> {
  return complaintsPage(
    db,
    { page, limit, sort, ids },
    { search: fullName, owner: partner, status },
  );
}

export async function insert(db: Db, row: Omit<Insertable<ComplaintsTable>, 'seq'>): Promise<void> {
  await db.insertInto('reports').values(row).execute();
}

/** False if the row does not exist (any more). */
export async function remove(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('reports').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}
