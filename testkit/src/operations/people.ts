import { randomUUID } from 'node:crypto';
import type { TokenKind } from '@deqiq/contract/people/auth.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Db } from '../../../server/src/platform/db/tables.ts';
import type { Client } from '../client.ts';
import { changePoints } from '../http/points.ts';
import { ADMIN, PARTNER_PASSWORD } from '../logins.ts';
import { testPasswords, type World } from '../world.ts';
import type { Operation } from './document.ts';
import { clearFactor } from './people-accounts.ts';
import type { Fields } from './request.ts';

/** A word that occurs in all data of the partner and in nothing else. */
export const OWN_MARK = 'Məxfiyeva';

const COLLEAGUE = 'colleague';
const RECEPTION = 'reception';

/** A person who calls operations and stays signed in, whatever these do. */
export class Person {
  readonly role: Role | undefined;
  readonly isOwner: boolean;
  readonly account: string;
  password: string;
  client: Client;
  readonly #visitor: Client;
  readonly #db: Db | undefined;

  /** `db` is required for a person whose second factor is disabled again after calls about it. */
  constructor(visitor: Client, role?: Role, account = '', password = '', isOwner = false, db?: Db) {
    this.#db = db;
    this.role = role;
    this.isOwner = isOwner;
    this.account = account;
    this.password = password;
    this.client = visitor;
    this.#visitor = visitor;
  }

  async signIn(): Promise<this> {
    if (this.role) this.client = await this.#visitor.signIn(this.role, this.login());
    return this;
  }

  login(): Fields {
    const loginBody = this.role === 'admin' ? { username: this.account } : { email: this.account };
    return { ...loginBody, password: this.password };
  }

  authorization(kind: TokenKind): Record<string, string> {
    const { tokens } = this.client;
    const token = kind === 'access' ? tokens?.accessToken : tokens?.refreshToken;
    return token ? { authorization: `Bearer ${token} type=${kind}` } : {};
  }

  /** Signs in again after a call that ended the session or changed the password. */
  async signInAgain({ path }: Operation, body: Fields | undefined): Promise<void> {
    if (!this.role) return;
    if (/password$/.test(path) && body && 'oldPassword' in body)
      this.password = String(body.newPassword);
    if (this.#db && path.includes('/account/second-factor'))
      await clearFactor(this.#db, this.role, this.account);
    if (path.endsWith('/logout')) await this.signIn();
  }
}

export type People = Awaited<ReturnType<typeof createPeople>>;

/** A visitor, an owner, another staff member, a partner with some data of every kind, and another partner. */
export async function createPeople({ db, now, admin, visitor, addPartner, addCheckup }: World) {
  const own = await addPartner({ lastName: OWN_MARK, email: `${randomUUID()}@mexfi.az` });
  const other = await addPartner();
  for (const { _id } of [own, other]) await changePoints(admin, _id, 100_000);
  await addCheckup({ partner: own._id, lastName: OWN_MARK });
  const dates = { startDate: '2026-11-20', endDate: '2026-11-20' };
  (await admin.post('/api/admin/labs', { title: OWN_MARK, partner: own._id, ...dates })).ok();
  // A separate admin, because a changed password ends the other sessions of that person.
  const password_hash = await testPasswords.hash(ADMIN.password);
  for (const [username, role] of [
    [COLLEAGUE, 'owner'],
    [RECEPTION, 'staff'],
  ] as const)
    await db
      .insertInto('admins')
      .values({
        id: randomUUID(),
        username,
        username_key: username,
        password_hash,
        role,
        created_at: new Date().toISOString(),
        ...(username === COLLEAGUE && { radiologist_name: 'Aygün Məmmədova' }),
      })
      .execute();
  const asPartner = (email: string) =>
    new Person(visitor, 'partner', email, PARTNER_PASSWORD, false, db).signIn();
  return {
    visitor: new Person(visitor),
    admin: await new Person(visitor, 'admin', COLLEAGUE, ADMIN.password, true, db).signIn(),
    reception: await new Person(visitor, 'admin', RECEPTION, ADMIN.password, false, db).signIn(),
    partner: await asPartner(own.email),
    other: await asPartner(other.email),
    own,
    db,
    now,
  };
}
