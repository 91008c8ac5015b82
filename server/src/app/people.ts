import { programTokensService } from '../features/machines/program-tokens/program-tokens.service.ts';
import { accountService } from '../features/people/account/account.service.ts';
import { passwordAttempts } from '../features/people/auth/attempts.service.ts';
import { authService } from '../features/people/auth/auth.service.ts';
import { proofService } from '../features/people/auth/proof.service.ts';
import { reauthentication } from '../features/people/auth/reauthentication.service.ts';
import { partnersService } from '../features/people/partners/partners.service.ts';
import { passwordResetsService } from '../features/people/password-resets/password-resets.service.ts';
import { ownSecondFactorService } from '../features/people/second-factor/own-second-factor.service.ts';
import { secondFactorService } from '../features/people/second-factor/second-factor.service.ts';
import { ownSessionsService } from '../features/people/sessions/own-sessions.service.ts';
import { refreshService } from '../features/people/sessions/refresh/refresh.service.ts';
import { deriveEpoch, refreshTokens } from '../features/people/sessions/refresh/refresh-tokens.ts';
import { sessionsService } from '../features/people/sessions/sessions.service.ts';
import { accessTokens } from '../features/people/sessions/tokens.service.ts';
import { trustedBrowsersService } from '../features/people/sessions/trusted-browsers.service.ts';
import { staffService } from '../features/people/staff/staff.service.ts';
import { MINUTE } from '../platform/time.ts';
import type { Core } from './core.ts';
import type { Notifications } from './notifications.ts';

export type People = Awaited<ReturnType<typeof createPeople>>;

/** Partners and staff: accounts, sessions, sign-in and second factors. Ends sessions of another secret. */
export async function createPeople(core: Core) {
  const { config, db, versions, passwords, secret, audit, now, isLimited, pause } = core;
  const { dataDir, requireStaffSecondFactor, sessionIdleMinutes } = config;
  const sessions = sessionsService({
    db,
    versions,
    now,
    requireStaffSecondFactor,
    epoch: deriveEpoch(secret),
    idle: sessionIdleMinutes && sessionIdleMinutes * MINUTE,
  });
  await sessions.endOtherEpochs();
  const tokens = accessTokens(secret, now);
  const attempts = passwordAttempts({ ...isLimited, ...(pause && { pause }) });
  const factors = secondFactorService({
    db,
    dataDir,
    passwords,
    limited: config.rateLimits,
    now,
  });
  const partners = partnersService({ db, versions, passwords, sessions, factors, audit, now });
  const trustedBrowsers = trustedBrowsersService({ db, now });
  const reauthenticate = reauthentication({ db, partners, passwords, attempts });
  const proof = proofService({ reauthenticate, factors });
  return {
    sessions,
    tokens,
    partners,
    proof,
    attempts,
    auth: authService({
      db,
      partners,
      sessions,
      tokens,
      passwords,
      attempts,
      trustedBrowsers,
      factors,
      audit,
    }),
    ownFactor: ownSecondFactorService({
      db,
      factors,
      sessions,
      audit,
      requireStaffSecondFactor,
      reauthenticate,
    }),
    refreshes: refreshService({
      db,
      sessions,
      tokens,
      audit,
      now,
      refreshTokens: refreshTokens(secret),
    }),
    ownSessions: ownSessionsService({ db, sessions, audit }),
    account: accountService({ db, partners, passwords, attempts, sessions, audit }),
    programTokens: programTokensService({
      db,
      audit,
      reauthenticate,
      requireStaffSecondFactor,
      now,
    }),
    staff: staffService({ db, passwords, sessions, factors, audit, now }),
  };
}

/** New passwords with a code from a mail. */
export const createPasswordResets = (
  { db, jobs, passwords, audit, isLimited, secret, now }: Core,
  { partners, attempts }: People,
  { notifications }: Notifications,
) =>
  passwordResetsService({
    db,
    jobs,
    partners,
    passwords,
    notifications,
    attempts,
    audit,
    isLimited,
    secret,
    now,
  });
