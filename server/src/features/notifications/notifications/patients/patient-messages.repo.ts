import type {
  AppointmentRow,
  Db,
  OfferRow,
  PatientMessageRow,
} from '../../../../platform/db/tables.ts';

type State = PatientMessageRow['state'];

/** The unique key of a message. */
export type MessageKey = Pick<PatientMessageRow, 'appointment_id' | 'kind' | 'channel' | 'about'>;

export type NewMessage = MessageKey &
  Pick<PatientMessageRow, 'id' | 'due_at' | 'ends_at' | 'created_at'>;

/**
 * Inserts a message, or revives a cancelled one. Returns its id; undefined where it waits already, or was sent.
 */
export async function insert(tx: Db, message: NewMessage): Promise<string | undefined> {
  const { due_at, ends_at } = message;
  const row = await tx
    .insertInto('patient_messages')
    .values({
      ...message,
      state: 'queued',
      is_confirmed: null,
      failure: null,
      provider_id: null,
      sent_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['appointment_id', 'kind', 'channel', 'about'])
        .doUpdateSet({ state: 'queued', due_at, ends_at })
        .where('patient_messages.state', '=', 'cancelled'),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export const find = (db: Db, id: string): Promise<PatientMessageRow | undefined> =>
  db.selectFrom('patient_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** Messages of an appointment that wait. */
export const listQueued = (db: Db, appointmentId: string): Promise<PatientMessageRow[]> =>
  db
    .selectFrom('patient_messages')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('state', '=', 'queued')
    .execute();

/** False if the message is in another state. */
export async function advance(db: Db, id: string, from: State, to: State): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('patient_messages')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function settle(
  tx: Db,
  id: string,
  outcome: Pick<PatientMessageRow, 'state'> &
    Partial<Pick<PatientMessageRow, 'is_confirmed' | 'failure' | 'provider_id' | 'sent_at'>>,
): Promise<void> {
  await tx.updateTable('patient_messages').set(outcome).where('id', '=', id).execute();
}

/** Later news of a sent message: `failure` null where it arrived. */
export async function recordOutcome(db: Db, id: string, failure: string | null): Promise<void> {
  await db
    .updateTable('patient_messages')
    .set(
      failure === null ? { state: 'sent', is_confirmed: 1, failure } : { state: 'failed', failure },
    )
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'failed'])
    .execute();
}

export const findAppointment = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst();

export const findOffer = (db: Db, id: string): Promise<OfferRow | undefined> =>
  db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst();

/** After a restore: messages that may have been sent since the backup. */
export async function cancelDue(db: Db, at: string): Promise<void> {
  await db
    .updateTable('patient_messages')
    .set({ state: 'cancelled', failure: 'restored' })
    .where('state', 'in', ['queued', 'finishing'])
    .where('due_at', '<=', at)
    .execute();
}
