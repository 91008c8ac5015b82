import { randomUUID } from 'node:crypto';
import type { SecondFactorStarted } from '@deqiq/contract/people/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { resetCodes } from '../../../server/src/features/people/password-resets/password-resets.service.ts';
import type { Db } from '../../../server/src/platform/db/tables.ts';
import { codeAt } from '../http/second-factor.ts';
import { SECRET, somePartner, testPasswords } from '../world.ts';
import type { People, Person } from './people.ts';
import { clearFactor, findId } from './people-accounts.ts';
import type { Fields } from './request.ts';

const RECOVERY_CODE = '01234-56789';
const SALT = Buffer.from('salt of the tests');
const hash = testPasswords.derive(RECOVERY_CODE.replace('-', ''), SALT);

/** A valid body, usable once, for a call about the person's own second factor; creates what it needs. */
export async function factorBody(path: string, people: People, person: Person): Promise<Fields> {
  const { role, password } = person;
  if (!role) return { password: 'x', code: 'x' };
  await clearFactor(people.db, role, person.account);
  if (path.endsWith('/second-factor')) return { password, code: null };
  const started = await person.client.post(`/api/${role}/account/second-factor`, { password });
  // A person whose session has ended cannot start enrolment; every code gets the same refusal.
  if (started.status === 401) return { password, code: RECOVERY_CODE };
  if (!path.endsWith('/confirm')) {
    await enableFactor(people.db, role, await findId(people.db, role, person.account));
    return { password, code: RECOVERY_CODE };
  }
  const { secret } = started.ok<SecondFactorStarted>();
  return { code: codeAt(secret, people.now()) };
}

/** A valid body, usable once, with the code of a new partner who forgot the password. */
export async function resetBody({ db, admin }: People): Promise<Fields> {
  const fields = somePartner();
  const { partner } = (await admin.client.post('/api/admin/partners', fields)).ok<{
    partner: { _id: string };
  }>();
  const id = randomUUID();
  const expires_at = '2100-01-01T00:00:00.000Z';
  await db
    .insertInto('password_resets')
    .values({ id, partner_id: partner._id, attempts: 0, expires_at })
    .execute();
  return { email: fields.email, code: resetCodes(SECRET)(id), newPassword: 'yeni-şifrə' };
}

/** Enables the started factor with one recovery code only: hashing all of them would take seconds. */
async function enableFactor(db: Db, role: Role, person_id: string): Promise<void> {
  const owner = { role, person_id };
  const now = new Date().toISOString();
  const recovery_salt = SALT.toString('base64url');
  await db
    .updateTable('second_factors')
    .set(({ ref }) => ({ secret: ref('pending_secret'), confirmed_at: now, recovery_salt }))
    .where('role', '=', role)
    .where('person_id', '=', person_id)
    .execute();
  await db
    .updateTable('second_factors')
    .set({ pending_secret: null, pending_at: null })
    .where('role', '=', role)
    .where('person_id', '=', person_id)
    .execute();
  const code_hash = (await hash).toString('base64url');
  await db
    .insertInto('recovery_codes')
    .values({ ...owner, code_hash })
    .execute();
}
