import { sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import {
  type AppointmentStatus,
  BUSY,
} from '../../../platform/db/tables/referrals/appointments.ts';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';

/** A machine and an interval; ISO texts, the end is not part of it. */
export type MachineTime = Pick<AppointmentRow, 'device_id' | 'starts_at' | 'ends_at'>;

type NewAppointment = Omit<
  AppointmentRow,
  | 'email'
  | 'language'
  | 'channels'
  | 'consented_at'
  | 'waiting_since'
  | 'waiting_before'
  | 'deposit'
> & { readonly deposit?: number };

/** Makes bookings of one machine wait for each other until the commit; false where it is unknown or revoked. */
export async function lockDevice(tx: Db, id: string): Promise<boolean> {
  const device = tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null);
  const isPostgres = readContext(tx).dialect === 'postgres';
  const row = await (isPostgres ? device.forNoKeyUpdate() : device).executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether no appointment but this one has the machine then. `offersAt`, an ISO text: the time is not offered to others at this
 * instant either.
 */
const isFree = ({ device_id, starts_at, ends_at }: MachineTime, id: string, offersAt?: string) =>
  sql<boolean>`not exists (
    select 1 from appointments as other where other.device_id = ${device_id}
      and other.status in (${sql.join(BUSY)}) and other.id <> ${id}
      and other.starts_at < ${ends_at} and other.ends_at > ${starts_at})
    ${
      offersAt === undefined
        ? sql``
        : sql`and not exists (
      select 1 from offers where offers.device_id = ${device_id}
        and offers.state = 'open' and offers.expires_at > ${offersAt}
        and offers.appointment_id <> ${id}
        and offers.starts_at < ${ends_at} and offers.ends_at > ${starts_at})`
    }`;

/** False where the machine is taken. */
export async function insert(tx: Db, row: NewAppointment, offersAt?: string): Promise<boolean> {
  const columns = Object.keys(row) as (keyof NewAppointment)[];
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('appointments')
    .columns(columns)
    .expression(
      tx
        .selectNoFrom((value) => columns.map((column) => value.val(row[column]).as(column)))
        .where(isFree(row, row.id, offersAt)),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Gives it this time and state, unless the machine is taken or it is in another state by now. */
export async function occupy(
  tx: Db,
  id: string,
  {
    from,
    confirmableAt,
    offersAt,
    ...changes
  }: MachineTime & {
    readonly from: readonly AppointmentStatus[];
    /** An ISO text: also one that gave way to others and whose hold continues at this instant. */
    readonly confirmableAt?: string;
    readonly status: (typeof BUSY)[number];
    readonly local_start?: string;
    readonly kind_id?: string | null;
    readonly held_until?: string | null;
    /** As for `isFree`. */
    readonly offersAt?: string | undefined;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set(changes)
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('status', 'in', from),
        ...(confirmableAt === undefined ? [] : [is('held_until', '>', confirmableAt)]),
      ]),
    )
    .where(isFree(changes, id, offersAt))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Books a held time, also one that gave way, unless the machine is taken by now or the hold is over. */
export async function confirm(tx: Db, row: AppointmentRow, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({ status: 'booked', held_until: null })
    .where('id', '=', row.id)
    .where('status', 'in', ['held', 'cancelled'])
    .where('held_until', '>', at)
    .where(isFree(row, row.id, at))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Books a time that waits for a deposit, also one whose hold is over, unless the machine is taken by now. */
export async function bookPaid(tx: Db, row: AppointmentRow, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({ status: 'booked', held_until: null })
    .where('id', '=', row.id)
    .where('status', 'in', ['held', 'cancelled'])
    .where('deposit', 'is not', null)
    .where('starts_at', '>', at)
    .where(isFree(row, row.id, at))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** In a transaction: it stays as it is until the commit. */
export async function lock(tx: Db, id: string): Promise<AppointmentRow | undefined> {
  const row = tx.selectFrom('appointments').selectAll().where('id', '=', id);
  const isPostgres = readContext(tx).dialect === 'postgres';
  return (isPostgres ? row.forNoKeyUpdate() : row).executeTakeFirst();
}

/** Whether a held time is over. */
export async function hasOverdue(db: Db, at: string): Promise<boolean> {
  const row = db
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', 'held')
    .where('held_until', '<=', at)
    .limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Frees held times that are over, all or those of one machine. Returns them. */
export const endHolds = (
  tx: Db,
  { at, device }: { at: string; device?: string },
): Promise<AppointmentRow[]> =>
  tx
    .updateTable('appointments')
    .set({ status: 'cancelled', held_until: null })
    .where('status', '=', 'held')
    .where('held_until', '<=', at)
    .$if(device !== undefined, (query) => query.where('device_id', '=', device ?? ''))
    .returningAll()
    .execute();

/** Makes bookings that are held wait for each other until the commit. SQLite has one writer. */
export async function lockHolds(tx: Db): Promise<void> {
  if (readContext(tx).dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended('held times', 0))`.execute(tx);
}

/** Frees all held times but one and the newest others; their holds go on. Returns them. */
export async function giveWay(
  tx: Db,
  { except, max }: { except: string; max: number },
): Promise<AppointmentRow[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', 'held')
    .where('id', '!=', except)
    .orderBy('held_until', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const oldest = rows.slice(max).map(({ id }) => id);
  if (oldest.length === 0) return [];
  return tx
    .updateTable('appointments')
    .set({ status: 'cancelled' })
    .where('id', 'in', oldest.sort())
    .where('status', '=', 'held')
    .returningAll()
    .execute();
}

export async function setContact(
  tx: Db,
  id: string,
  contact: Partial<Pick<AppointmentRow, 'email' | 'language' | 'channels' | 'consented_at'>>,
): Promise<void> {
  await tx.updateTable('appointments').set(contact).where('id', '=', id).execute();
}

/** Frees its time; false where it is neither booked nor held, or in another state by now. */
export async function release(
  tx: Db,
  { id, status: from }: AppointmentRow,
  status: 'missed' | 'cancelled',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({ status, held_until: null, deposit: null })
    .where('id', '=', id)
    .where('status', '=', from)
    .where((is) =>
      is.or([is('status', 'in', ['held', 'booked']), is('held_until', 'is not', null)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The newest appointment of a referral in one of these states; one that gave way to others is not among the cancelled ones. */
export const findOfReferral = (
  db: Db,
  referralId: string,
  statuses: readonly AppointmentStatus[],
): Promise<AppointmentRow | undefined> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('referral_id', '=', referralId)
    .where('status', 'in', statuses)
    .where((is) => is.or([is('status', '!=', 'cancelled'), is('held_until', 'is', null)]))
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** The newest appointment of a referral that gave way to others and whose hold continues at an instant. */
export const findGivenWay = (
  db: Db,
  referralId: string,
  at: string,
): Promise<AppointmentRow | undefined> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('referral_id', '=', referralId)
    .where('status', '=', 'cancelled')
    .where('held_until', '>', at)
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const find = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst();

interface Window {
  readonly from: string;
  readonly before: string;
  /** An appointment that does not count, and whose offers do not. */
  readonly except?: string | undefined;
}

/** When machines are busy between two instants. */
export const listBusy = (
  db: Db,
  devices: readonly string[],
  { from, before, except = '' }: Window,
): Promise<MachineTime[]> =>
  db
    .selectFrom('appointments')
    .select(['device_id', 'starts_at', 'ends_at'])
    .where('device_id', 'in', ['', ...devices])
    .where('status', 'in', BUSY)
    .where('starts_at', '<', before)
    .where('ends_at', '>', from)
    .where('id', '!=', except)
    .execute();

/** Times between two instants that are offered at a moment. */
export const listOffered = (
  db: Db,
  devices: readonly string[],
  { from, before, except = '', at }: Window & { readonly at: string },
): Promise<MachineTime[]> =>
  db
    .selectFrom('offers')
    .select(['device_id', 'starts_at', 'ends_at'])
    .where('device_id', 'in', ['', ...devices])
    .where('state', '=', 'open')
    .where('expires_at', '>', at)
    .where('starts_at', '<', before)
    .where('ends_at', '>', from)
    .where('appointment_id', '!=', except)
    .execute();

/** Ids of held and booked appointments of a telephone that end after an instant. */
export async function listComing(tx: Db, phone_key: string, at: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select('id')
    .where('phone_key', '=', phone_key)
    .where('status', 'in', ['held', 'booked'])
    .where('ends_at', '>', at)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many held and booked appointments a telephone has that end after an instant; other bookings of it wait until the commit. */
export async function countOpen(tx: Db, phone_key: string, at: string): Promise<number> {
  if (readContext(tx).dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${phone_key}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('appointments')
    .select('id')
    .where('phone_key', '=', phone_key)
    .where((is) =>
      is.or([
        is('status', '=', 'booked'),
        is.and([is('status', '=', 'held'), is('held_until', '>', at)]),
      ]),
    )
    .where('ends_at', '>', at)
    .execute();
  return rows.length;
}

/** Appointments of a reservation become those of its referral. */
export async function linkReferral(tx: Db, reservationId: string, referralId: string) {
  await tx
    .updateTable('appointments')
    .set({ referral_id: referralId })
    .where('reservation_id', '=', reservationId)
    .execute();
}

/** Appointments that begin after an instant (ISO text), all or those of one machine, in this order. */
export const listAfter = (db: Db, at: string, device?: string): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('starts_at', '>', at)
    .$if(device !== undefined, (query) => query.where('device_id', '=', device ?? ''))
    .orderBy('starts_at')
    .execute();

/** Gives an appointment another instant; false where its machine is taken then, or it was moved meanwhile. */
export async function shift(
  tx: Db,
  row: AppointmentRow,
  time: Pick<AppointmentRow, 'starts_at' | 'ends_at'>,
): Promise<boolean> {
  const isBusy = BUSY.some((each) => each === row.status);
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set(time)
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('starts_at', '=', row.starts_at)
    .$if(isBusy, (query) => query.where(isFree({ ...row, ...time }, row.id)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
