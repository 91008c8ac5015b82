import { type ExpressionBuilder, sql } from 'kysely';
import type { PageRequest } from '../../../platform/db/lists/list-query.ts';
import { searchPatterns, toLikePattern } from '../../../platform/db/lists/name-search.ts';
import type { Db, ShareRow, ShareVisitRow, Tables } from '../../../platform/db/tables.ts';

export interface ListedShare extends ShareRow {
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  readonly partner_deleted_at: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly name: string | null;
  readonly files: number;
}

export interface ShareFilter {
  readonly partnerId?: string | undefined;
  readonly checkupId?: string | undefined;
  readonly status?: 'live' | 'ended' | undefined;
  /** A part of the patient's name. */
  readonly name?: string | undefined;
  /** Now, ISO text. */
  readonly at: string;
}

const selectListed = (db: Db) =>
  db
    .selectFrom('shares')
    .innerJoin('partners', 'partners.id', 'shares.partner_id')
    .leftJoin('checkups', 'checkups.id', 'shares.live_checkup_id')
    .selectAll('shares')

    .select([
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
      'partners.deleted_at as partner_deleted_at',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.name',
      sql<number>`(select count(*) from share_files where share_id = shares.id)`.as('files'),
    ]);

type Joined = ExpressionBuilder<Tables, 'shares' | 'partners'>;

const isListed =
  ({ partnerId, checkupId, status, name = '', at }: ShareFilter) =>
  (is: Joined) => {
    const patterns = searchPatterns(name).map(toLikePattern);
    const live = is.and([
      is('shares.ended_at', 'is', null),
      is('shares.live_checkup_id', 'is not', null),
      is('shares.expires_at', '>', at),
      is('partners.deleted_at', 'is', null),
    ]);
    return is.and([
      ...(partnerId === undefined ? [] : [is('shares.partner_id', '=', partnerId)]),
      ...(checkupId === undefined ? [] : [is('shares.checkup_id', '=', checkupId)]),
      ...(status === 'live' ? [live] : status === 'ended' ? [is.not(live)] : []),
      ...patterns.map((like) => sql<boolean>`checkups.name_key like ${like} escape '\\'`),
    ]);
  };

/** Newest first. */
export async function list(db: Db, { page, limit }: PageRequest, filter: ShareFilter) {
  const rows = await selectListed(db)
    .where((is) => isListed(filter)(is as unknown as Joined))
    .orderBy('shares.seq', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const count = await db
    .selectFrom('shares')
    .innerJoin('partners', 'partners.id', 'shares.partner_id')
    .leftJoin('checkups', 'checkups.id', 'shares.live_checkup_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((is) => isListed(filter)(is as unknown as Joined))
    .executeTakeFirst();
  return { rows, total: Number(count?.count ?? 0) };
}

export function find(db: Db, id: string, partnerId?: string): Promise<ListedShare | undefined> {
  return selectListed(db)
    .where('shares.id', '=', id)
    .$if(partnerId !== undefined, (query) => query.where('shares.partner_id', '=', partnerId ?? ''))
    .executeTakeFirst();
}

/** The last visits of each of these shares, newest first. */
export async function listVisits(
  db: Db,
  shareIds: readonly string[],
  max: number,
): Promise<ShareVisitRow[]> {
  if (shareIds.length === 0) return [];
  const numbered = db
    .selectFrom('share_visits')
    .selectAll()
    .select(sql<number>`row_number() over (partition by share_id order by id desc)`.as('number'))
    .where('share_id', 'in', shareIds);
  return db
    .selectFrom(numbered.as('visits'))
    .selectAll()
    .where('number', '<=', max)
    .orderBy('id', 'desc')
    .execute();
}
