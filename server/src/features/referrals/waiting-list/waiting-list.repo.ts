import { type RawBuilder, sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import { BUSY } from '../../../platform/db/tables/referrals/appointments.ts';
import type { AppointmentRow, Db, FreedTimeRow, OfferRow } from '../../../platform/db/tables.ts';

/** Freed times of one transaction, and patients who are compared with one time. */
const BATCH_SIZE = 50;

/** Whether another appointment has the time of an offer, or of values. */
const isTaken = (time: {
  readonly device: RawBuilder<string>;
  readonly start: RawBuilder<string>;
  readonly end: RawBuilder<string>;
  readonly own: RawBuilder<string>;
}) => sql<boolean>`exists (
    select 1 from appointments as other where other.device_id = ${time.device}
      and other.status in (${sql.join(BUSY)}) and other.id <> ${time.own}
      and other.starts_at < ${time.end} and other.ends_at > ${time.start})`;

/** Whether an offer of a row of `offers` can be taken: in time, still free, and earlier than what the patient has. */
const isRunning = (at: string) => sql<boolean>`(
    offers.state = 'open' and offers.expires_at > ${at}
    and not ${isTaken({
      device: sql.ref('offers.device_id'),
      start: sql.ref('offers.starts_at'),
      end: sql.ref('offers.ends_at'),
      own: sql.ref('offers.appointment_id'),
    })}
    and exists (
      select 1 from appointments as own where own.id = offers.appointment_id
        and own.status = 'booked' and own.waiting_since is not null
        and own.starts_at > offers.starts_at))`;

/** In a transaction: appointments of this kind that wait for a time before theirs, those who waited longest first. */
export const listWaiting = (
  db: Db,
  { kind_id, starts_at, id }: Pick<FreedTimeRow, 'kind_id' | 'starts_at' | 'id'>,
): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('kind_id', '=', kind_id)
    .where('waiting_since', 'is not', null)
    .where('status', '=', 'booked')
    .where('starts_at', '>', starts_at)
    .where('waiting_before', '>', starts_at)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('offers')
            .select('offers.id')
            .whereRef('offers.appointment_id', '=', 'appointments.id')
            .where((of) => of.or([of('freed_id', '=', id), of('state', '=', 'open')])),
        ),
      ),
    )
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();

export async function setWaiting(
  tx: Db,
  id: string,
  waiting: Pick<AppointmentRow, 'waiting_since' | 'waiting_before'>,
): Promise<void> {
  await tx.updateTable('appointments').set(waiting).where('id', '=', id).execute();
}

export async function insertFreed(tx: Db, row: FreedTimeRow): Promise<void> {
  await tx.insertInto('freed_times').values(row).execute();
}

/** The time of the open offer of an appointment is looked at again. */
export async function hurry(tx: Db, appointmentId: string, due_at: string): Promise<string[]> {
  const rows = await tx
    .updateTable('freed_times')
    .set({ due_at })
    .where((is) =>
      is(
        'id',
        'in',
        is
          .selectFrom('offers')
          .select('freed_id')
          .where('appointment_id', '=', appointmentId)
          .where('state', '=', 'open'),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasDue(db: Db, at: string): Promise<boolean> {
  const row = db.selectFrom('freed_times').select('id').where('due_at', '<=', at).limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}

/** In a transaction: freed times that are looked at now. Other processes wait until the commit. */
export async function lockDue(tx: Db, at: string): Promise<FreedTimeRow[]> {
  const isPostgres = readContext(tx).dialect === 'postgres';
  if (isPostgres)
    await sql`select pg_advisory_xact_lock(hashtextextended('waiting list', 0))`.execute(tx);
  const due = tx
    .selectFrom('freed_times')
    .selectAll()
    .where('due_at', '<=', at)
    .orderBy('id')
    .limit(BATCH_SIZE);
  return (isPostgres ? due.forUpdate() : due).execute();
}

export async function postpone(tx: Db, id: string, due_at: string): Promise<void> {
  await tx.updateTable('freed_times').set({ due_at }).where('id', '=', id).execute();
}

export async function removeFreed(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('freed_times').where('id', '=', id).execute();
}

/** Ends offers that cannot be taken any more. */
export async function endOffers(tx: Db, at: string): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ state: 'ended' })
    .where('state', '=', 'open')
    .where((is) => is.not(isRunning(at)))
    .execute();
}

export async function insertOffer(tx: Db, row: OfferRow): Promise<void> {
  await tx.insertInto('offers').values(row).execute();
}

/** The open offer of a freed time. */
export const findOfFreed = (tx: Db, freedId: string): Promise<OfferRow | undefined> =>
  tx
    .selectFrom('offers')
    .selectAll()
    .where('freed_id', '=', freedId)
    .where('state', '=', 'open')
    .executeTakeFirst();

/** The offer that an appointment can take now. */
export const findRunning = (
  db: Db,
  appointmentId: string,
  at: string,
): Promise<OfferRow | undefined> =>
  db
    .selectFrom('offers')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where(isRunning(at))
    .executeTakeFirst();

export const findOffer = (db: Db, id: string): Promise<OfferRow | undefined> =>
  db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst();

/** False where it is not open, or its time is over. */
export async function take(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('offers')
    .set({ state: 'taken' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the machine has another appointment then, or the time is offered to others. */
export async function isBusy(
  tx: Db,
  {
    device_id,
    starts_at,
    ends_at,
    appointment_id,
  }: Pick<OfferRow, 'device_id' | 'starts_at' | 'ends_at' | 'appointment_id'>,
): Promise<boolean> {
  const taken = isTaken({
    device: sql`${device_id}`,
    start: sql`${starts_at}`,
    end: sql`${ends_at}`,
    own: sql`${appointment_id}`,
  });
  const offered = sql<boolean>`exists (
    select 1 from offers where offers.device_id = ${device_id} and offers.state = 'open'
      and offers.starts_at < ${ends_at} and offers.ends_at > ${starts_at})`;
  const row = await tx
    .selectNoFrom((is) => is.or([taken, offered]).as('busy'))
    .executeTakeFirstOrThrow();
  return Boolean(row.busy);
}
