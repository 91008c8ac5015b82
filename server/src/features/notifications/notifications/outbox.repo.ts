import type { NotifiedEvent } from '@deqiq/contract/notifications/notifications.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type MessageRow = Selectable<Tables['outbox']>;
type State = MessageRow['state'];
export type NewMessage = Pick<
  Insertable<Tables['outbox']>,
  'id' | 'channel' | 'recipient' | 'kind' | 'created_at'
>;
/** Recipient of messages to the provider. */
export const STAFF = 'staff';

/** Inserts a message that takes no further events. */
export async function insertQueued(tx: Db, message: NewMessage): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ ...message, state: 'queued' })
    .execute();
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

/** Where a partner who is not deleted is reached; SQLite returns 0 or 1. */
export function findRecipient(db: Db, partnerId: string) {
  return db
    .selectFrom('partners')
    .leftJoin('notification_settings', 'notification_settings.partner_id', 'partners.id')
    .select(['partners.email', 'partners.language', 'notification_settings.email as wants_email'])
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

export async function cancelUnsent(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'cancelled', failure: 'restored' })
    .where('state', 'in', ['open', 'queued', 'finishing'])
    .execute();
}
