import type { Db, PasswordResetRow } from '../../../platform/db/tables.ts';

/** A partner has one code: a new one replaces it. */
export async function put(tx: Db, row: PasswordResetRow): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values(row)
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(row))
    .execute();
}

/** The partner to whom a code is sent, while it is valid. */
export const findRecipient = (db: Db, id: string, at: string) =>
  db
    .selectFrom('password_resets')
    .innerJoin('partners', 'partners.id', 'password_resets.partner_id')
    .select(['partners.email', 'partners.language'])
    .where('password_resets.id', '=', id)
    .where('password_resets.expires_at', '>', at)
    .where('partners.deleted_at', 'is', null)
    .executeTakeFirst();

/** Counts an attempt, and returns the code that it is compared with; undefined if there is none any more. */
export const countAttempt = (
  db: Db,
  emailKey: string,
  { at, max }: { at: string; max: number },
): Promise<Pick<PasswordResetRow, 'id' | 'partner_id'> | undefined> =>
  db
    .updateTable('password_resets')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('partner_id', 'in', (select) =>
      select
        .selectFrom('partners')
        .select('id')
        .where('email_key', '=', emailKey)
        .where('deleted_at', 'is', null),
    )
    .where('expires_at', '>', at)
    .where('attempts', '<', max)
    .returning(['id', 'partner_id'])
    .executeTakeFirst();

/** False where another request has used the code. */
export async function remove(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
