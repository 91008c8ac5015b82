import type { EventKind, NotifiedEvent } from '@deqiq/contract/notifications/notifications.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type MessageRow = Selectable<Tables['outbox']>;
type State = MessageRow['state'];
type NewMessage = Pick<
  Insertable<Tables['outbox']>,
  'id' | 'channel' | 'recipient' | 'kind' | 'created_at'
>;
type NewEvent = Insertable<Tables['outbox_events']>;

/** Recipient of messages to the provider. */
export const STAFF = 'staff';

/** Inserts a message that takes no further events. */
export async function insertQueued(tx: Db, message: NewMessage): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ ...message, state: 'queued' })
    .execute();
}

/**
 * Returns the id of the open message of the recipient and kind, this one if there is none. It cannot be closed before
 * the end of the transaction.
 */
export async function findOrInsertOpen(tx: Db, message: NewMessage): Promise<string> {
  const { id } = await tx
    .insertInto('outbox')
    .values({ ...message, state: 'open' })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'recipient', 'kind'])
        // As a parameter the value would not match the condition of the index.
        .where('state', '=', sql.lit('open'))
        .doUpdateSet({ state: 'open' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False if the recipient has a message about this event already. */
export async function insertEvent(tx: Db, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('outbox_events')
    .values(event)
    .onConflict((conflict) =>
      conflict.columns(['object_id', 'kind', 'recipient', 'channel']).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function remove(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}

/** In a transaction: the message, closed for further events and locked. */
export async function close(tx: Db, id: string): Promise<MessageRow | undefined> {
  const isClosed = await advance(tx, id, 'open', 'queued');
  if (!isClosed) await advance(tx, id, 'queued', 'queued');
  return tx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False if the message is in another state. */
export async function advance(db: Db, id: string, from: State, to: State): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function settle(
  tx: Db,
  id: string,
  outcome: Pick<MessageRow, 'state'> &
    Partial<Pick<MessageRow, 'is_confirmed' | 'failure' | 'sent_at'>>,
): Promise<void> {
  await tx.updateTable('outbox').set(outcome).where('id', '=', id).execute();
}

/** The objects of a message, in the order of its events. */
export async function listObjects(db: Db, messageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox_events')
    .select('object_id')
    .where('message_id', '=', messageId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.object_id);
}

/** Forgets events, so that they can be announced again. */
export async function removeEvents(
  tx: Db,
  messageId: string,
  objects: readonly string[],
): Promise<void> {
  if (objects.length === 0) return;
  await tx
    .deleteFrom('outbox_events')
    .where('message_id', '=', messageId)
    .where('object_id', 'in', objects)
    .execute();
}

/** Forgets an event in all messages. */
export async function removeEventsAbout(
  tx: Db,
  { kind, objectId }: Pick<NotifiedEvent, 'kind' | 'objectId'>,
): Promise<void> {
  await tx
    .deleteFrom('outbox_events')
    .where('object_id', '=', objectId)
    .where('kind', '=', kind)
    .execute();
}

/** Those of the objects that are still as the message says. */
export async function findCurrent(
  db: Db,
  { kind, partner }: Pick<MessageRow, 'kind'> & { readonly partner: string | undefined },
  objects: readonly string[],
): Promise<string[]> {
  if (kind === 'images' && partner !== undefined) return findJoined(db, partner, objects);
  const table = stateTables[kind as EventKind];
  if (!table || partner === undefined || objects.length === 0) return [...objects];
  const rows = await db
    .selectFrom(table.name)
    .select('id')
    .where('id', 'in', objects)
    .where('partner_id', '=', partner)
    .where('status', '=', table.status)
    .$if(kind === 'result', (query) => query.where(hasXray))
    .execute();
  const current = new Set(rows.map(({ id }) => id));
  return objects.filter((id) => current.has(id));
}

/** Objects with which images joined files that are in completed examinations of a partner. */
async function findJoined(db: Db, partner: string, objects: readonly string[]): Promise<string[]> {
  if (objects.length === 0) return [];
  const rows = await db
    .selectFrom('file_objects')
    .innerJoin('checkup_files', 'checkup_files.id', 'file_objects.file_id')
    .innerJoin('checkups', 'checkups.id', 'checkup_files.checkup_id')
    .select('object_id')
    .where('object_id', 'in', [...objects])
    .where('partner_id', '=', partner)
    .where('status', '=', 'completed')
    .where('patient_check', '!=', 'different')
    .execute();
  return rows.map((row) => row.object_id);
}

/** The examinations that images have joined with these objects, and how many images. */
export async function countImages(
  db: Db,
  objects: readonly string[],
): Promise<{ readonly objects: string[]; readonly images: number }> {
  if (objects.length === 0) return { objects: [], images: 0 };
  const rows = await db
    .selectFrom('file_objects')
    .innerJoin('checkup_files', 'checkup_files.id', 'file_objects.file_id')
    .select(['checkup_id', 'added'])
    .where('object_id', 'in', [...objects])
    .execute();
  return {
    objects: [...new Set(rows.map((row) => row.checkup_id))],
    images: rows.reduce((sum, { added }) => sum + added, 0),
  };
}

const hasXray = sql<boolean>`exists (
  select 1 from checkup_files
  where checkup_id = checkups.id and kind = 'xray' and patient_check <> 'different')`;

const stateTables: Partial<
  Record<
    EventKind,
    { readonly name: 'checkups' | 'labs' | 'payments'; readonly status: 'completed' | 'rejected' }
  >
> = {
  result: { name: 'checkups', status: 'completed' },
  lab: { name: 'labs', status: 'completed' },
  'gift-confirmed': { name: 'payments', status: 'completed' },
  'gift-rejected': { name: 'payments', status: 'rejected' },
};

/** Where a partner who is not deleted is reached; SQLite returns 0 or 1. */
export function findRecipient(db: Db, partnerId: string) {
  return db
    .selectFrom('partners')
    .leftJoin('notification_settings', 'notification_settings.partner_id', 'partners.id')
    .select(['partners.email', 'notification_settings.email as wants_email'])
    .where('partners.id', '=', partnerId)
    .where('partners.deleted_at', 'is', null)
    .executeTakeFirst();
}

const messagesAbout = (
  db: Db,
  channel: MessageRow['channel'],
  { kind, objectId }: Pick<NotifiedEvent, 'kind' | 'objectId'>,
) =>
  db
    .selectFrom('outbox_events')
    .innerJoin('outbox', 'outbox.id', 'outbox_events.message_id')
    .where('outbox_events.object_id', '=', objectId)
    .where('outbox_events.kind', '=', kind)
    .where('outbox.channel', '=', channel);

/** The newest e-mail about an event. */
export const findMailAbout = (db: Db, event: Pick<NotifiedEvent, 'kind' | 'objectId'>) =>
  messagesAbout(db, 'email', event)
    .selectAll('outbox')
    .orderBy('outbox.created_at', 'desc')
    .executeTakeFirst();

/** When the first push message about an event was sent. */
export async function findPushedAt(
  db: Db,
  event: Pick<NotifiedEvent, 'kind' | 'objectId'>,
): Promise<string | null> {
  const row = await messagesAbout(db, 'push', event)
    .select('outbox.sent_at')
    .where('outbox.sent_at', 'is not', null)
    .orderBy('outbox.sent_at')
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

/** Cancels every message that was not sent. */
export async function cancelUnsent(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'cancelled', failure: 'restored' })
    .where('state', 'in', ['open', 'queued', 'finishing'])
    .execute();
}
