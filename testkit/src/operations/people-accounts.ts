import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../../server/src/platform/db/tables.ts';

/** Cleans up after a call that may have enabled the factor: the person signs in by password again. */
export async function clearFactor(db: Db, role: Role, account: string): Promise<void> {
  const id = await findId(db, role, account);
  await db
    .deleteFrom('second_factors')
    .where('role', '=', role)
    .where('person_id', '=', id)
    .execute();
}

/** The id of the person with this username or e-mail; '' if there is none. */
export async function findId(db: Db, role: Role, account: string): Promise<string> {
  const row =
    role === 'admin'
      ? await db
          .selectFrom('admins')
          .select('id')
          .where('username', '=', account)
          .executeTakeFirst()
      : await db
          .selectFrom('partners')
          .select('id')
          .where('email', '=', account)
          .executeTakeFirst();
  return row?.id ?? '';
}
