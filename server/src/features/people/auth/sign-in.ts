import type { AdminLogin, SignedIn } from '@deqiq/contract/people/auth.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import { AppError } from '../../../platform/errors.ts';
import { clientNetwork } from '../../../platform/http/connections/address.ts';
import { accountKey, type PasswordHasher } from '../../../platform/secrets/credentials.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { Origin, SessionsService } from '../sessions/sessions.service.ts';
import type { Tokens } from '../sessions/tokens.service.ts';
import type { TrustedBrowsersService } from '../sessions/trusted-browsers.service.ts';
import { type Attempts, signInAccount } from './attempts.service.ts';

export interface SignInDeps {
  sessions: SessionsService;
  tokens: Tokens;
  passwords: PasswordHasher;
  attempts: Attempts;
  factors: Pick<SecondFactorService, 'isOn' | 'isRight'>;
  trustedBrowsers: TrustedBrowsersService;
  audit: AuditService;
}

interface Login extends Pick<AdminLogin, 'password' | 'otp' | 'rememberMe' | 'device'> {
  readonly account: string;
  readonly from: Origin;
}

/** An unknown account and a wrong password have the same response after the same work. */
export async function signIn(
  deps: SignInDeps,
  role: Role,
  login: Login,
  find: (key: string) => Promise<{ id: string; password_hash: string } | undefined>,
): Promise<SignedIn> {
  const { sessions, tokens, attempts, trustedBrowsers, factors, audit } = deps;
  const key = accountKey(login.account);
  const { address } = login.from;
  const { token } = login.device;
  // A trusted browser may continue from a blocked address.
  if (token === undefined) await attempts.assertAddress(address);
  const person = await find(key);
  const markSuccess = await attempts.start({
    account: signInAccount(role, login.account),
    address,
    isReal: person !== undefined,
    browser: person && token && (await trustedBrowsers.find(role, person.id, token)),
    hasSecondFactor: async () =>
      person !== undefined && factors.isOn({ role, personId: person.id }),
  });
  const isRight = await checkPassword(deps, person?.password_hash, login, markSuccess);
  if (!person || !isRight) throw await refuse(deps, { role, personId: person?.id }, address);
  await assertSecondFactor(deps, { role, personId: person.id }, login, markSuccess);
  await markSuccess();
  const session = await sessions.open(role, person, login.rememberMe, login.from);
  if (!session) throw await refuse(deps, { role, personId: person.id }, address);
  const { sessionId, refreshToken } = session;
  const actor = { role, personId: person.id, address };
  await audit.recordEvent({ actor, action: 'sign-in', object: 'session', result: 'ok' });
  return {
    tokens: { accessToken: tokens.issue(sessionId, role, person.id), refreshToken },
    ...(login.device.isWanted && {
      device: await trustedBrowsers.remember(role, person.id, token),
    }),
  };
}

/** A password that could not be checked (too many requests wait) does not count as wrong. */
async function checkPassword(
  { passwords }: SignInDeps,
  stored: string | undefined,
  { password, from }: Login,
  undo: () => Promise<void>,
) {
  try {
    return await passwords.verify(stored, password, clientNetwork(from.address).network);
  } catch (error) {
    await undo();
    throw error;
  }
}

/**
 * Throws 401 if the account has a second factor and the code is missing or wrong. Runs after the password check,
 * so that only its owner learns of the second factor. A wrong code counts like a wrong password.
 */
async function assertSecondFactor(
  deps: SignInDeps,
  person: { role: Role; personId: string },
  { otp, from }: Login,
  markSuccess: () => Promise<void>,
): Promise<void> {
  if (!(await deps.factors.isOn(person))) return;
  if (otp === '') {
    await markSuccess();
    throw new AppError('second-factor-required', 401, secondFactorMessages.codeMissing());
  }
  if (await deps.factors.isRight(person, otp)) return;
  await recordRefusal(deps, person, from.address, 'second factor');
  throw new AppError('second-factor-wrong', 401, secondFactorMessages.codeWrong());
}

async function refuse(
  deps: SignInDeps,
  person: { role: Role; personId: string | undefined },
  address: string,
): Promise<AppError> {
  await recordRefusal(deps, person, address);
  return new AppError('login-failed', 401, authMessages.loginFailed());
}

async function recordRefusal(
  { audit }: SignInDeps,
  { role, personId }: { role: Role; personId: string | undefined },
  address: string,
  detail?: string,
): Promise<void> {
  await audit.recordEvent({
    action: 'sign-in',
    object: role,
    ...(personId !== undefined && { objectId: personId }),
    address,
    result: 'refused',
    ...(detail !== undefined && { detail }),
  });
}
