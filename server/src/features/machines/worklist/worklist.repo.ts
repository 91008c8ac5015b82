import type { Db } from '../../../platform/db/tables.ts';

export interface WorklistRow {
  readonly seq: number;
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly name: string;
  readonly start_date: string | null;
  readonly partner_first_name: string;
  readonly partner_last_name: string;
}

interface Range {
  /** Day until which planned examinations are listed. */
  readonly until: string;
  /** Day since which an examination must have been created or planned. */
  readonly since: string;
  readonly limit: number;
}

/** Pending examinations, newest first. */
export function listPending(db: Db, { until, since, limit }: Range): Promise<WorklistRow[]> {
  return db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select([
      'checkups.seq',
      'checkups.id',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.name',
      'checkups.start_date',
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
    ])
    .where('checkups.status', '=', 'pending')
    .where('partners.deleted_at', 'is', null)
    .where((is) => is.or([is('start_date', 'is', null), is('start_date', '<=', until)]))
    .where((is) =>
      is.or([
        is('checkups.created_at', '>=', since),
        is('start_date', '>=', since),
        is('end_date', '>=', since),
      ]),
    )
    .orderBy('checkups.seq', 'desc')
    .limit(limit)
    .execute();
}
