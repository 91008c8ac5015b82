import type { AdminLogin, PartnerLogin, Role, SignedIn } from '@deqiq/contract/auth.ts';
import { authMessages } from '@deqiq/contract/auth.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Db } from '../db/tables.ts';
import { AppError, conflict, invalid } from '../errors.ts';
import type { Actor, Identity } from '../http/identity.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import * as admins from './admins.repo.ts';
import type { Attempts } from './attempts.ts';
import { keyOf } from './login-key.ts';
import type { Passwords } from './passwords.ts';
import type { SessionsService } from './sessions.service.ts';
import type { Tokens } from './tokens.ts';

interface Deps {
  db: Db;
  partners: PartnersService;
  sessions: SessionsService;
  tokens: Tokens;
  passwords: Passwords;
  attempts: Attempts;
  audit: AuditService;
}

export type AuthService = ReturnType<typeof authService>;

/** Signing in, staying signed in and signing out, for staff and partners alike. */
export function authService(deps: Deps) {
  const { db, partners, sessions, tokens, passwords, attempts, audit } = deps;

  /** Unknown person and wrong password answer the same, after the same work. */
  async function signIn(
    role: Role,
    login: { account: string; password: string; rememberMe: boolean; address: string },
    find: (key: string) => Promise<{ id: string; password_hash: string } | undefined>,
  ): Promise<SignedIn> {
    const key = keyOf(login.account);
    const { tooManySignIns } = authMessages[role];
    const succeeded = attempts.begin(`${role} ${key}`, login.address, tooManySignIns);
    const person = await find(key);
    const fits = await passwords.verify(person?.password_hash, login.password);
    if (!person || !fits) {
      await audit.record({
        action: 'sign-in',
        object: role,
        ...(person && { objectId: person.id }),
        address: login.address,
        result: 'refused',
      });
      throw new AppError('login-failed', 401, authMessages[role].loginFailed);
    }
    succeeded();
    const { sessionId, refreshToken } = await sessions.open(role, person.id, login.rememberMe);
    const actor = { role, personId: person.id, address: login.address };
    await audit.record({ actor, action: 'sign-in', object: 'session', result: 'ok' });
    return { tokens: { accessToken: tokens.issue(sessionId, role, person.id), refreshToken } };
  }

  return {
    signInAdmin: ({ username, password, rememberMe }: AdminLogin, address: string) =>
      signIn('admin', { account: username, password, rememberMe, address }, (key) =>
        admins.findLogin(db, key),
      ),

    signInPartner: ({ email, password, rememberMe }: PartnerLogin, address: string) =>
      signIn('partner', { account: email, password, rememberMe, address }, (key) =>
        partners.findLogin(key),
      ),

    /** Answers only a new access token; the refresh token stays good until its session ends. */
    refresh: ({ sessionId, role, personId }: Identity) => ({
      accessToken: tokens.issue(sessionId, role, personId),
    }),

    async signOut(actor: Actor) {
      await sessions.end(actor.sessionId);
      await audit.record({ actor, action: 'sign-out', object: 'session', result: 'ok' });
      return { message: 'Logged out successfully.' };
    },

    async changeAdminPassword(actor: Actor, oldPassword: string, newPassword: string) {
      const fits = attempts.beginChange(actor, authMessages.admin.tooManyPasswords);
      const admin = await admins.find(db, actor.personId);
      if (!admin || !(await passwords.verify(admin.password_hash, oldPassword)))
        throw invalid('oldPassword', authMessages.admin.oldPasswordIncorrect);
      fits();
      const hash = await passwords.hash(newPassword);
      await db.transaction().execute(async (tx) => {
        if (!(await admins.setPasswordHash(tx, admin.id, admin.password_hash, hash)))
          throw conflict(authMessages.admin.changeFailed);
        await sessions.endAll(tx, 'admin', admin.id, actor.sessionId);
        const change = { actor, action: 'change-password', object: 'admin', objectId: admin.id };
        await audit.recordIn(tx, { ...change, result: 'ok' });
      });
      return { message: authMessages.admin.changed };
    },
  };
}
