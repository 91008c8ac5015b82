import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** A signed-out browser gets no further notices. With an expired session it does: notices name no person. */
const deletePush = (db: Db) => db.deleteFrom('push_subscriptions');

export async function remove(db: Db, id: string): Promise<void> {
  await deletePush(db).where('session_id', '=', id).execute();
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Removes one session of this person; false when there is none. */
export async function removeOwn(
  db: Db,
  { id, role, personId }: { id: string; role: Role; personId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await deletePush(db).where('session_id', '=', id).execute();
  return numDeletedRows > 0n;
}

/** Ends the sessions of a person except one. */
export async function removeOfPerson(
  db: Db,
  role: Role,
  personId: string,
  exceptId: string | undefined,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('id', '!=', exceptId ?? '')
    .executeTakeFirst();
  if (role === 'partner')
    await deletePush(db)
      .where('partner_id', '=', personId)
      .where('session_id', '!=', exceptId ?? '')
      .execute();
  return Number(numDeletedRows);
}

export async function removeAll(db: Db): Promise<number> {
  await deletePush(db).execute();
  const { numDeletedRows } = await db.deleteFrom('sessions').executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions of every other epoch; sessions without an epoch get this one. */
export async function removeOtherEpochs(db: Db, epoch: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('epoch', '!=', epoch)
    .executeTakeFirst();
  const older = db.selectFrom('sessions').select('id').where('epoch', 'is', null).limit(1);
  if (await older.executeTakeFirst())
    await db.updateTable('sessions').set({ epoch }).where('epoch', 'is', null).execute();
  return Number(numDeletedRows);
}

/** Ends sessions that were last used before `at`. */
export async function removeUnused(db: Db, at: string): Promise<void> {
  const unused = db.selectFrom('session_activity').select('session_id').where('used_at', '<', at);
  await db.deleteFrom('sessions').where('id', 'in', unused).execute();
}

export async function removeExpired(db: Db, at: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', at).execute();
}
