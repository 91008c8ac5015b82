import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '../../../../platform/db/tables.ts';

export type SubscriptionRow = Selectable<Tables['push_subscriptions']>;
type PartnerRow = Selectable<Tables['partners']>;
type NewSubscription = Insertable<Tables['push_subscriptions']>;

export const find = (db: Db, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

const selectActive = (db: Db) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('partners', 'partners.id', 'push_subscriptions.partner_id')
    .leftJoin(
      'notification_settings',
      'notification_settings.partner_id',
      'push_subscriptions.partner_id',
    )
    .where('partners.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('notification_settings.push', 'is', null),
        is('notification_settings.push', '=', 1),
      ]),
    );

/** The subscription, if its partner exists and wants push messages, and if it knows this key of the server. */
export const findActive = (
  db: Db,
  id: string,
  serverKey: string,
): Promise<(SubscriptionRow & Pick<PartnerRow, 'language'>) | undefined> =>
  selectActive(db)
    .selectAll('push_subscriptions')
    .select('partners.language')
    .where('push_subscriptions.id', '=', id)
    .where('push_subscriptions.server_key', '=', serverKey)
    .executeTakeFirst();

/** Ids of the subscriptions that get the messages of a partner, in a fixed order: their rows are locked in it. */
export async function listActive(db: Db, partnerId: string): Promise<string[]> {
  const rows = await selectActive(db)
    .select('push_subscriptions.id')
    .where('push_subscriptions.partner_id', '=', partnerId)
    .orderBy('push_subscriptions.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The subscriptions of a partner, newest first, with what the session says of them. */
export const listOfPartner = (db: Db, partnerId: string) =>
  db
    .selectFrom('push_subscriptions')
    .leftJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .select('sessions.device')
    .where('push_subscriptions.partner_id', '=', partnerId)
    .orderBy('push_subscriptions.created_at', 'desc')
    .orderBy('push_subscriptions.id', 'desc')
    .execute();

/**
 * Inserts a subscription or updates the one of this endpoint. A browser has one partner and one subscription: another partner's
 * row of the endpoint, with messages that wait for it, and another row of the session are removed. False if another
 * partner has inserted the endpoint.
 */
export async function upsert(tx: Db, subscription: NewSubscription): Promise<boolean> {
  const { partner_id, session_id, endpoint } = subscription;
  await tx
    .deleteFrom('push_subscriptions')
    .where((is) =>
      is.or([
        is.and([is('endpoint', '=', endpoint), is('partner_id', '!=', partner_id)]),
        is.and([is('session_id', '=', session_id), is('endpoint', '!=', endpoint)]),
      ]),
    )
    .execute();
  const { id, ...changes } = subscription;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('push_subscriptions')
    .values({ id, ...changes })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet(changes)
        .where('push_subscriptions.partner_id', '=', partner_id),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function remove(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** False if the partner has no such subscription. */
export async function removeOwn(tx: Db, partnerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes subscriptions that know another key of the server: push services refuse ours for them. */
export async function removeOfOtherKeys(db: Db, serverKey: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('server_key', '!=', serverKey).execute();
}
