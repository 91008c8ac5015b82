import type { AdminLogin, PartnerLogin } from '@deqiq/contract/people/auth.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { Origin } from '../sessions/sessions.service.ts';
import * as admins from './admins.repo.ts';
import { signInAccount } from './attempts.service.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

interface Deps extends SignInDeps {
  db: Db;
  partners: PartnersService;
}

export type AuthService = ReturnType<typeof authService>;

export function authService(deps: Deps) {
  const { db, partners, sessions, passwords, attempts, audit } = deps;

  return {
    signInAdmin: ({ username, ...login }: AdminLogin, from: Origin) =>
      signIn(deps, 'admin', { account: username, ...login, from }, (key) =>
        admins.findLogin(db, key),
      ),

    signInPartner: ({ email, ...login }: PartnerLogin, from: Origin) =>
      signIn(deps, 'partner', { account: email, ...login, from }, (key) => partners.findLogin(key)),

    async signOut(actor: Actor) {
      await sessions.end(actor.sessionId);
      await audit.recordEvent({ actor, action: 'sign-out', object: 'session', result: 'ok' });
      return { message: authMessages.loggedOut() };
    },

    /** Ends the refusal of unknown browsers after an attack on the account. */
    async unlock(actor: Actor, role: Role, id: string) {
      const account =
        role === 'admin'
          ? (await admins.find(db, id))?.username
          : (await partners.findOwnLogin(id))?.account;
      if (account === undefined) throw notFound(authMessages.noSuchAccount());
      await attempts.unlock(signInAccount(role, account));
      const entry = { actor, action: 'unlock', object: role, objectId: id } as const;
      await audit.recordEvent({ ...entry, result: 'ok' });
      return { message: authMessages.unlocked() };
    },

    async changeAdminPassword(actor: Actor, oldPassword: string, newPassword: string) {
      const fits = await attempts.startChange(actor);
      const admin = await admins.find(db, actor.personId);
      if (!admin || !(await passwords.verify(admin.password_hash, oldPassword)))
        throw invalid('oldPassword', authMessages.oldPasswordIncorrect());
      await fits();
      const hash = await passwords.hash(newPassword);
      await db.transaction().execute(async (tx) => {
        if (!(await admins.setPasswordHash(tx, admin.id, admin.password_hash, hash)))
          throw conflict(authMessages.changeFailed());
        await sessions.endOfPerson(tx, 'admin', admin.id, actor.sessionId);
        await audit.record(tx, actor, 'change-password', 'admin', admin.id);
      });
      return { message: authMessages.changed() };
    },
  };
}
