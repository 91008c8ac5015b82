import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import type { Db } from '../../../platform/db/tables.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Actor, Reauthenticate } from '../../../platform/http/identity.ts';
import type { PasswordHasher } from '../../../platform/secrets/credentials.ts';
import * as admins from './admins.repo.ts';
import type { Attempts } from './attempts.service.ts';

interface Login {
  readonly account: string;
  readonly password_hash: string;
}

interface Deps {
  db: Db;
  partners: { findOwnLogin(id: string): Promise<Login | undefined> };
  passwords: Pick<PasswordHasher, 'verify'>;
  attempts: Pick<Attempts, 'startChange'>;
}

/** Checks the stored password of the person; wrong ones are counted. */
export const reauthentication =
  (deps: Deps): Reauthenticate =>
  async (actor, password) => {
    const { passwords, attempts } = deps;
    const markSuccess = await attempts.startChange(actor);
    const login = await findLogin(deps, actor);
    if (!login || !(await passwords.verify(login.password_hash, password)))
      throw invalid('password', secondFactorMessages.passwordWrong());
    await markSuccess();
    return login.account;
  };

async function findLogin({ db, partners }: Deps, { role, personId }: Actor) {
  if (role === 'partner') return partners.findOwnLogin(personId);
  const admin = await admins.find(db, personId);
  return admin && { account: admin.username, password_hash: admin.password_hash };
}
