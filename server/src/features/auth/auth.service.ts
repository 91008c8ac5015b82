import type { AdminLogin, PartnerLogin, SignedIn } from '@deqiq/contract/auth.ts';
import { authMessages } from '@deqiq/contract/auth.ts';
import { secondFactorMessages } from '@deqiq/contract/second-factor.ts';
import { sessionMessages } from '@deqiq/contract/sessions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { PasswordHasher } from '../../platform/credentials.ts';
import { accountKey } from '../../platform/credentials.ts';
import type { Db } from '../../platform/db/tables.ts';
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { DevicesService } from '../sessions/devices.service.ts';
import type { Origin, SessionsService } from '../sessions/sessions.service.ts';
import * as admins from './admins.repo.ts';
import type { Attempts } from './attempts.service.ts';
import type { Tokens } from './tokens.service.ts';

interface Deps {
  db: Db;
  partners: PartnersService;
  sessions: SessionsService;
  tokens: Tokens;
  passwords: PasswordHasher;
  attempts: Attempts;
  factors: Pick<SecondFactorService, 'isOn' | 'isRight'>;
  devices: DevicesService;
  audit: AuditService;
}

interface Login extends Pick<AdminLogin, 'password' | 'otp' | 'rememberMe' | 'device'> {
  readonly account: string;
  readonly from: Origin;
}

export type AuthService = ReturnType<typeof authService>;

/** Sign-in, sign-out and ending sessions, for staff and partners. */
export function authService(deps: Deps) {
  const { db, partners, sessions, tokens, passwords, attempts, devices, factors, audit } = deps;

  /** An unknown account and a wrong password have the same response after the same work. */
  async function signIn(
    role: Role,
    login: Login,
    find: (key: string) => Promise<{ id: string; password_hash: string } | undefined>,
  ): Promise<SignedIn> {
    const key = accountKey(login.account);
    const { address } = login.from;
    const messages = authMessages[role];
    const { token } = login.device;
    // A known device may continue from a blocked address.
    if (token === undefined) attempts.assertAddress(address, messages.tooManySignIns);
    const person = await find(key);
    const markSuccess = await attempts.start({
      account: `${role} ${key}`,
      address,
      isReal: person !== undefined,
      device: person && token && (await devices.find(role, person.id, token)),
      hasSecondFactor: async () =>
        person !== undefined && factors.isOn({ role, personId: person.id }),
      messages,
    });
    const isRight = await checkPassword(person?.password_hash, login.password, markSuccess);
    if (!person || !isRight) {
      await audit.recordEvent({
        action: 'sign-in',
        object: role,
        ...(person && { objectId: person.id }),
        address,
        result: 'refused',
      });
      throw new AppError('login-failed', 401, messages.loginFailed);
    }
    await assertSecondFactor({ role, personId: person.id }, login, markSuccess);
    markSuccess();
    const { sessionId, refreshToken } = await sessions.open(
      role,
      person.id,
      login.rememberMe,
      login.from,
    );
    const actor = { role, personId: person.id, address };
    await audit.recordEvent({ actor, action: 'sign-in', object: 'session', result: 'ok' });
    return {
      tokens: { accessToken: tokens.issue(sessionId, role, person.id), refreshToken },
      ...(login.device.isWanted && { device: await devices.remember(role, person.id, token) }),
    };
  }

  /** A password that could not be checked (too many requests wait) does not count as wrong. */
  async function checkPassword(stored: string | undefined, password: string, undo: () => void) {
    try {
      return await passwords.verify(stored, password);
    } catch (error) {
      undo();
      throw error;
    }
  }

  /**
   * Throws 401 if the account has a second factor and the code is missing or wrong. Runs after the password check,
   * so that only its owner learns of the second factor. A wrong code counts like a wrong password.
   */
  async function assertSecondFactor(
    person: { role: Role; personId: string },
    { otp, from }: Login,
    succeeded: () => void,
  ): Promise<void> {
    if (!(await factors.isOn(person))) return;
    const { codeMissing, codeWrong } = secondFactorMessages[person.role];
    if (otp === '') {
      succeeded();
      throw new AppError('second-factor-required', 401, codeMissing);
    }
    if (await factors.isRight(person, otp)) return;
    await audit.recordEvent({
      action: 'sign-in',
      object: person.role,
      objectId: person.personId,
      address: from.address,
      result: 'refused',
      detail: 'second factor',
    });
    throw new AppError('second-factor-wrong', 401, codeWrong);
  }

  return {
    signInAdmin: ({ username, ...login }: AdminLogin, from: Origin) =>
      signIn('admin', { account: username, ...login, from }, (key) => admins.findLogin(db, key)),

    signInPartner: ({ email, ...login }: PartnerLogin, from: Origin) =>
      signIn('partner', { account: email, ...login, from }, (key) => partners.findLogin(key)),

    async signOut(actor: Actor) {
      await sessions.end(actor.sessionId);
      await audit.recordEvent({ actor, action: 'sign-out', object: 'session', result: 'ok' });
      return { message: authMessages[actor.role].loggedOut };
    },

    async endSession(actor: Actor, id: string) {
      const { ended, notFound: message } = sessionMessages[actor.role];
      await db.transaction().execute(async (tx) => {
        if (!(await sessions.endOwn(tx, actor, id))) throw notFound(message);
        await audit.record(tx, actor, 'end-session', 'session', id);
      });
      return { message: ended };
    },

    async endOtherSessions(actor: Actor) {
      await db.transaction().execute(async (tx) => {
        const count = await sessions.endOthers(tx, actor);
        const entry = { actor, action: 'end-other-sessions', object: 'session' } as const;
        await audit.recordEntry(tx, { ...entry, result: 'ok', detail: String(count) });
      });
      return { message: sessionMessages[actor.role].othersEnded };
    },

    async changeAdminPassword(actor: Actor, oldPassword: string, newPassword: string) {
      const fits = attempts.startChange(actor, authMessages.admin.tooManyPasswords);
      const admin = await admins.find(db, actor.personId);
      if (!admin || !(await passwords.verify(admin.password_hash, oldPassword)))
        throw invalid('oldPassword', authMessages.admin.oldPasswordIncorrect);
      fits();
      const hash = await passwords.hash(newPassword);
      await db.transaction().execute(async (tx) => {
        if (!(await admins.setPasswordHash(tx, admin.id, admin.password_hash, hash)))
          throw conflict(authMessages.admin.changeFailed);
        await sessions.endOfPerson(tx, 'admin', admin.id, actor.sessionId);
        await audit.record(tx, actor, 'change-password', 'admin', admin.id);
      });
      return { message: authMessages.admin.changed };
    },
  };
}
