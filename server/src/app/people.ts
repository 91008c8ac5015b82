import { accountService } from '../features/account/account.service.ts';
import { passwordAttempts } from '../features/auth/attempts.service.ts';
import { authService } from '../features/auth/auth.service.ts';
import { ownPassword } from '../features/auth/own-password.service.ts';
import { accessTokens } from '../features/auth/tokens.service.ts';
import { partnersService } from '../features/partners/partners.service.ts';
import { programTokensService } from '../features/program-tokens/program-tokens.service.ts';
import { ownSecondFactorService } from '../features/second-factor/own-second-factor.service.ts';
import { secondFactorService } from '../features/second-factor/second-factor.service.ts';
import { devicesService } from '../features/sessions/devices.service.ts';
import { refreshService } from '../features/sessions/refresh.service.ts';
import { deriveEpoch, refreshTokens } from '../features/sessions/refresh-tokens.ts';
import { sessionsService } from '../features/sessions/sessions.service.ts';
import { staffService } from '../features/staff/staff.service.ts';
import type { Core } from './core.ts';

const MINUTE = 60_000;

export type People = Awaited<ReturnType<typeof createPeople>>;

/** Partners and staff: accounts, sessions, sign-in and second factors. Ends sessions of another secret. */
export async function createPeople(core: Core) {
  const { config, db, versions, passwords, secret, audit, now, isLimited, pause } = core;
  const { dataDir, requireStaffSecondFactor, sessionIdleMinutes } = config;
  const sessions = sessionsService({
    ...{ db, versions, now, requireStaffSecondFactor },
    epoch: deriveEpoch(secret),
    idle: sessionIdleMinutes && sessionIdleMinutes * MINUTE,
  });
  await sessions.endOtherEpochs();
  const tokens = accessTokens(secret, now);
  const attempts = passwordAttempts({ ...isLimited, ...(pause && { pause }) });
  const factors = secondFactorService({
    ...{ db, dataDir, passwords, limited: config.rateLimits, now },
  });
  const partners = partnersService({ db, versions, passwords, sessions, factors, audit, now });
  const devices = devicesService({ db, now });
  const confirmer = ownPassword({ db, partners, passwords, attempts });
  return {
    ...{ sessions, tokens, partners },
    auth: authService({
      ...{ db, partners, sessions, tokens, passwords, attempts, devices, factors, audit },
    }),
    ownFactor: ownSecondFactorService({
      ...{ db, factors, sessions, audit, requireStaffSecondFactor },
      ownPassword: confirmer,
    }),
    refreshes: refreshService({
      ...{ db, sessions, tokens, audit, now },
      refreshTokens: refreshTokens(secret),
    }),
    account: accountService({ db, partners, passwords, attempts, sessions, audit }),
    programTokens: programTokensService({
      db,
      audit,
      ownPassword: confirmer,
      requireStaffSecondFactor,
      now,
    }),
    staff: staffService({ db, passwords, sessions, factors, audit, now }),
  };
}
