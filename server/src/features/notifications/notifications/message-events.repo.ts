import type { EventKind, NotifiedEvent } from '@deqiq/contract/notifications/notifications.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';
import type { MessageRow, NewMessage } from './outbox.repo.ts';

type NewEvent = Insertable<Tables['outbox_events']>;

/** Returns the id of the open message of the recipient and kind, or of this one. It stays open until the commit. */
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
