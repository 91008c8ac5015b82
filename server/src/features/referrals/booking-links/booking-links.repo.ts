import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type LinkRow = Selectable<Tables['booking_tokens']>;

export async function insert(
  tx: Db,
  row: Omit<Insertable<Tables['booking_tokens']>, 'appointment_id'>,
): Promise<void> {
  await tx
    .insertInto('booking_tokens')
    .values({ ...row, appointment_id: null })
    .execute();
}

export const find = (db: Db, hash: string): Promise<LinkRow | undefined> =>
  db.selectFrom('booking_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();

/** The link of an appointment that messages contain; it exists already after the first one. */
export async function insertForMessage(
  tx: Db,
  row: Pick<LinkRow, 'token_hash' | 'appointment_id' | 'expires_at'>,
): Promise<void> {
  await tx
    .insertInto('booking_tokens')
    .values({ ...row, referral_id: null, reservation_id: null, can_confirm: 1 })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

/** False where it has booked already. */
export async function use(tx: Db, hash: string, appointment_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('booking_tokens')
    .set({ appointment_id })
    .where('token_hash', '=', hash)
    .where('appointment_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Links that may book no more and have no appointment after `at`. Returns how many. */
export async function removeEnded(db: Db, at: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('booking_tokens')
    .where('expires_at', '<=', at)
    .where((is) =>
      is.or([
        is('appointment_id', 'is', null),
        is.not(
          is.exists(
            is
              .selectFrom('appointments')
              .select('id')
              .whereRef('appointments.id', '=', 'booking_tokens.appointment_id')
              .where('ends_at', '>', at),
          ),
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The examination of a referral. */
export const findReferral = (db: Db, id: string) =>
  db
    .selectFrom('referrals')
    .select(['examination', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The person who books with a link, and the referral of the person; undefined where staff have deleted the reservation. */
export async function findPerson(db: Db, { referral_id, reservation_id }: LinkRow) {
  const referral = db
    .selectFrom('referrals')
    .select(['id as referral_id', 'phone', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where((is) =>
      is.or([is('id', '=', referral_id ?? ''), is('reservation_id', '=', reservation_id ?? '')]),
    );
  const found = await referral.executeTakeFirst();
  if (found || reservation_id === null) return found && { ...found, reservation_id, email: null };
  const form = db
    .selectFrom('reservation_applications')
    .select(['full_name as name', 'phone', 'email'])
    .where('id', '=', reservation_id);
  const person = await form.executeTakeFirst();
  return person && { ...person, referral_id: null, reservation_id };
}
