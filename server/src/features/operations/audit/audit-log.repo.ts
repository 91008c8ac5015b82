import { type Selectable, sql } from 'kysely';
import { searchPatterns, toLikePattern } from '../../../platform/db/lists/name-search.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type LogRow = Selectable<Tables['audit']>;

export interface LogFilter {
  readonly personIds?: readonly string[] | undefined;
  readonly object?: string | undefined;
  readonly objectId?: string | undefined;
  readonly objectIds?: readonly string[] | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Only rows older than this one. */
  readonly after?: Pick<LogRow, 'at' | 'id'> | undefined;
}

/** Persons found by one text. */
const MAX_PERSONS = 100;

function filtered(db: Db, filter: LogFilter) {
  const { personIds, object, objectId, objectIds, action, from, before, after } = filter;
  let query = db.selectFrom('audit');
  // One person is read in the order of the index; rows of several are sorted.
  if (personIds?.length === 1) query = query.where('person_id', '=', personIds[0] ?? '');
  else if (personIds) query = query.where('person_id', 'in', ['', ...personIds]);
  if (object !== undefined) query = query.where('object', '=', object);
  if (objectId !== undefined) query = query.where('object_id', '=', objectId);
  if (objectIds) query = query.where('object_id', 'in', ['', ...objectIds]);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  if (after)
    query = query.where((is) =>
      is.or([is('at', '<', after.at), is.and([is('at', '=', after.at), is('id', '<', after.id)])]),
    );
  return query;
}

/** Newest first. */
export const list = (
  db: Db,
  filter: LogFilter,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<LogRow[]> =>
  filtered(db, filter)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** About these objects, newest first. Other conditions would make SQLite take another index. */
export const listAbout = (db: Db, objectIds: readonly string[], limit: number): Promise<LogRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('object_id', 'in', ['', ...objectIds])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function count(db: Db, filter: LogFilter, max: number): Promise<number> {
  const rows = filtered(db, filter).select('id').limit(max).as('rows');
  const row = await db
    .selectFrom(rows)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The ids of staff and partners whom a text may mean. */
export async function findPersons(db: Db, text: string): Promise<string[]> {
  const key = text.trim().toLowerCase();
  const admins = db.selectFrom('admins').select('id').where('username_key', '=', key);
  const patterns = searchPatterns(text).map(toLikePattern);
  const partners = db
    .selectFrom('partners')
    .select('id')
    .where((is) =>
      is.or([
        is('email_key', '=', key),
        ...(patterns.length > 0
          ? [is.and(patterns.map((like) => sql<boolean>`name_key like ${like} escape '\\'`))]
          : []),
      ]),
    )
    .limit(MAX_PERSONS);
  const rows = [...(await admins.execute()), ...(await partners.execute())];
  return rows.map(({ id }) => id);
}

/** Current names by id. */
export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const admins = await db
    .selectFrom('admins')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute();
  const partners = await db
    .selectFrom('partners')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map([
    ...admins.map((row) => [row.id, row.username] as const),
    ...partners.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()] as const),
  ]);
}
