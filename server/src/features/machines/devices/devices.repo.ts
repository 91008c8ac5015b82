import { type Insertable, sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import type { Db, DeviceRow, Tables } from '../../../platform/db/tables.ts';

type Devices = Tables['devices'];

/** Columns that staff edit. */
export type DeviceDetails = Pick<
  Insertable<Devices>,
  'name' | 'kind' | 'ae_title' | 'active_ae_title' | 'addresses' | 'host' | 'port'
>;

/** Devices that may send first, then the revoked ones; each in the order of their names. */
export const list = (db: Db): Promise<DeviceRow[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .orderBy(sql`revoked_at is not null`)
    .orderBy('name')
    .orderBy('seq')
    .execute();

export const find = (db: Db, id: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst();

export const findByToken = (db: Db, tokenHash: string): Promise<DeviceRow | undefined> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** `aeTitle` in upper case. */
export const findByAeTitle = (db: Db, aeTitle: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('devices').selectAll().where('active_ae_title', '=', aeTitle).executeTakeFirst();

export async function countActive(db: Db): Promise<number> {
  const row = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Throws an error that isAeTitleTaken recognises. */
export async function insert(
  tx: Db,
  row: DeviceDetails &
    Pick<Insertable<Devices>, 'id' | 'created_at' | 'created_by' | 'token_hash' | 'token_end'>,
): Promise<void> {
  const unused = { revoked_at: null, last_seen_at: null, last_error_at: null };
  await tx
    .insertInto('devices')
    .values({ ...row, ...unused })
    .execute();
}

export const isAeTitleTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'devices', 'active_ae_title');

/** Changes a device that is not revoked. Returns false where there is none. */
export async function update(
  tx: Db,
  id: string,
  changes: Partial<
    DeviceDetails & Pick<Insertable<Devices>, 'token_hash' | 'token_end' | 'revoked_at'>
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('devices')
    .set(changes)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface Usage {
  readonly accepted: number;
  readonly refused: number;
  /** Why the last one was refused, without personal data. */
  readonly error?: string | undefined;
}

export async function addUsage(
  tx: Db,
  id: string,
  { accepted, refused, error }: Usage,
  at: string,
): Promise<void> {
  await tx
    .updateTable('devices')
    .set((row) => ({
      last_seen_at: at,
      instances: row('instances', '+', accepted),
      refused: row('refused', '+', refused),
      ...(error !== undefined && { last_error: error, last_error_at: at }),
    }))
    .where('id', '=', id)
    .execute();
}

/** The report of the intake process, as it was sent. */
export const findReport = (db: Db) =>
  db.selectFrom('intake_reports').selectAll().executeTakeFirst();

export async function replaceReport(db: Db, report: string, at: string): Promise<void> {
  const row = { report, reported_at: at };
  await db
    .insertInto('intake_reports')
    .values({ id: 'intake', ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
