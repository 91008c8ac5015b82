import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Selectable, Updateable } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export interface Person {
  readonly role: Role;
  readonly personId: string;
}

export type FactorRow = Selectable<Tables['second_factors']>;

export const find = (db: Db, { role, personId }: Person): Promise<FactorRow | undefined> =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .executeTakeFirst();

/** Stores a secret that waits for its first code; the active one stays. */
export async function savePending(
  db: Db,
  { role, personId }: Person,
  pending: { pending_secret: string; pending_at: string; recovery_salt: string },
): Promise<void> {
  const { pending_secret, pending_at } = pending;
  await db
    .insertInto('second_factors')
    .values({ role, person_id: personId, ...pending })
    .onConflict((conflict) =>
      conflict.columns(['role', 'person_id']).doUpdateSet({ pending_secret, pending_at }),
    )
    .execute();
}

/** Activates the pending secret; false if it is not this one any more. */
export function activate(
  tx: Db,
  person: Person,
  {
    pending,
    confirmed_at,
    last_step,
  }: { pending: string; confirmed_at: string; last_step: number },
): Promise<boolean> {
  return updateWhere(
    tx,
    person,
    {
      secret: pending,
      confirmed_at,
      last_step,
      pending_secret: null,
      pending_at: null,
      failures: 0,
      blocked_until: null,
    },
    (update) => update.where('pending_secret', '=', pending),
  );
}

/** Counts an attempt before its code is compared; false when another attempt was counted first. */
export const countAttempt = (
  db: Db,
  person: Person,
  from: number,
  blocked_until: string | null,
): Promise<boolean> =>
  updateWhere(db, person, { failures: from + 1, blocked_until }, (update) =>
    update.where('failures', '=', from),
  );

/** Accepts the code of a step, each step once; false when this one or a later one was accepted before. */
export const acceptStep = (db: Db, person: Person, step: number): Promise<boolean> =>
  updateWhere(db, person, { last_step: step, failures: 0, blocked_until: null }, (update) =>
    update.where('last_step', '<', step),
  );

export const clearFailures = (db: Db, person: Person): Promise<boolean> =>
  updateWhere(db, person, { failures: 0, blocked_until: null }, (update) => update);

/** Marks a recovery code as used; false if there is no such unused code. */
export async function spendRecoveryCode(
  db: Db,
  { role, personId }: Person,
  code_hash: string,
  used_at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at })
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(
  tx: Db,
  { role, personId }: Person,
  hashes: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .execute();
  const rows = hashes.map((code_hash) => ({ role, person_id: personId, code_hash, used_at: null }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

export async function countRecoveryCodes(db: Db, { role, personId }: Person): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((is) => is.fn.countAll().as('count'))
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Removes the factor and its recovery codes; false when there was none. */
export async function remove(tx: Db, { role, personId }: Person): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const updateTable = (db: Db) => db.updateTable('second_factors');
type Update = ReturnType<ReturnType<typeof updateTable>['set']>;

async function updateWhere(
  db: Db,
  { role, personId }: Person,
  changes: Updateable<Tables['second_factors']>,
  narrow: (update: Update) => Update,
): Promise<boolean> {
  const update = updateTable(db)
    .set(changes)
    .where('role', '=', role)
    .where('person_id', '=', personId);
  const { numUpdatedRows } = await narrow(update).executeTakeFirst();
  return numUpdatedRows === 1n;
}
