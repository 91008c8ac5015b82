import { randomBytes } from 'node:crypto';
import type { SecondFactorStatus } from '@deqiq/contract/people/second-factor.ts';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, conflict } from '../../../platform/errors.ts';
import type { PasswordHasher } from '../../../platform/secrets/credentials.ts';
import { isoNow, MINUTE } from '../../../platform/time.ts';
import { codeChecks, ownerKey } from './code-checks.ts';
import { factorCipher } from './factor-cipher.ts';
import { isRecoveryCode, normalizeCode } from './recovery-codes.ts';
import * as repo from './second-factor.repo.ts';
import { createSecret, findStep, totpUri } from './totp.ts';

/** Max milliseconds between start and confirmation of a setup. */
const PENDING_LIFETIME = 15 * MINUTE;

type Person = repo.Person;

interface Deps {
  db: Db;
  dataDir: string;
  passwords: Pick<PasswordHasher, 'derive'>;
  /** Whether wrong codes are limited. */
  limited: boolean;
  now: () => number;
}

export type SecondFactorService = ReturnType<typeof secondFactorService>;

/** Authenticator apps (TOTP, RFC 6238) and recovery codes of staff and partners. */
export function secondFactorService({ db, dataDir, passwords, limited, now }: Deps) {
  const cipher = factorCipher(dataDir);
  const codes = codeChecks({ db, cipher, passwords, limited, now });

  return {
    isOn: async (person: Person) => ((await repo.find(db, person))?.secret ?? null) !== null,

    /** Whether an app code or an unused recovery code is right; either works once. Throws 429 after too many. */
    async isRight(person: Person, typed: string): Promise<boolean> {
      const row = await repo.find(db, person);
      if (!row || row.secret === null) return false;
      const code = normalizeCode(typed);
      if (isRecoveryCode(code)) return codes.isRecoveryCodeRight(person, row, code);
      return codes.isTotpRight(person, row.secret, code);
    },

    async status(person: Person): Promise<Omit<SecondFactorStatus, 'required'>> {
      const row = await repo.find(db, person);
      const enabled = (row?.secret ?? null) !== null;
      return {
        enabled,
        confirmedAt: enabled ? (row?.confirmed_at ?? null) : null,
        recoveryCodesLeft: enabled ? await repo.countRecoveryCodes(db, person) : 0,
      };
    },

    /** Creates a secret that becomes active with `activate`. `label`: the name of the account in the app. */
    async start(person: Person, label: string) {
      const secret = createSecret();
      await repo.savePending(db, person, {
        pending_secret: await cipher.encrypt(secret, ownerKey(person)),
        pending_at: isoNow(now),
        recovery_salt: randomBytes(16).toString('base64url'),
      });
      return { secret, uri: totpUri(secret, label) };
    },

    /** Activates the started secret with its first code; `alsoIn` runs in the same transaction. */
    async activate(person: Person, typed: string, alsoIn: (tx: Db) => Promise<void>) {
      const row = await repo.find(db, person);
      const pending = row?.pending_secret;
      if (!row || !pending || isExpired(row.pending_at, now()))
        throw conflict(secondFactorMessages.notStarted());
      const secret = await cipher.decrypt(pending, ownerKey(person));
      const last_step = findStep(secret, normalizeCode(typed), now());
      if (last_step === undefined) throw wrongCode(secondFactorMessages.codeWrong());
      const recovery = await codes.makeRecoveryCodes(row.recovery_salt);
      await db.transaction().execute(async (tx) => {
        const change = { pending, confirmed_at: isoNow(now), last_step };
        if (!(await repo.activate(tx, person, change)))
          throw conflict(secondFactorMessages.notStarted());
        await repo.replaceRecoveryCodes(tx, person, recovery.hashes);
        await alsoIn(tx);
      });
      return recovery.codes;
    },

    async renewRecoveryCodes(person: Person, alsoIn: (tx: Db) => Promise<void>) {
      const row = await repo.find(db, person);
      if (!row || row.secret === null) throw conflict(secondFactorMessages.isOff());
      const recovery = await codes.makeRecoveryCodes(row.recovery_salt);
      await db.transaction().execute(async (tx) => {
        await repo.replaceRecoveryCodes(tx, person, recovery.hashes);
        await alsoIn(tx);
      });
      return recovery.codes;
    },

    /** In the transaction that resets the factor or removes the person; false if there was none. */
    removeIn: (tx: Db, person: Person): Promise<boolean> => repo.remove(tx, person),
  };
}

const isExpired = (since: string | null, now: number) =>
  since === null || now - Date.parse(since) > PENDING_LIFETIME;

const wrongCode = (message: string) =>
  new AppError('invalid', 400, message, [{ path: 'code', message }]);
