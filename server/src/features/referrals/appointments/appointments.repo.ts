import type { Selectable } from 'kysely';
import type { AppointmentRow, Db, Tables } from '../../../platform/db/tables.ts';

/** Those that begin between two instants, in this order. */
export const list = (
  db: Db,
  { from, before, device }: { from: string; before: string; device?: string },
): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('starts_at', '>=', from)
    .where('starts_at', '<', before)
    .$if(device !== undefined, (query) => query.where('device_id', '=', device ?? ''))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

/** The person of a reservation. */
export const findReservation = (
  db: Db,
  id: string,
): Promise<
  Pick<Selectable<Tables['reservation_applications']>, 'full_name' | 'phone'> | undefined
> =>
  db
    .selectFrom('reservation_applications')
    .select(['full_name', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst();

export const findPatient = (db: Db, id: string) =>
  db
    .selectFrom('patients')
    .select(['first_name', 'last_name', 'phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The referral that a reservation has become. */
export async function findReferralOfReservation(db: Db, id: string): Promise<string | undefined> {
  const row = db.selectFrom('referrals').select('id').where('reservation_id', '=', id);
  return (await row.executeTakeFirst())?.id;
}
