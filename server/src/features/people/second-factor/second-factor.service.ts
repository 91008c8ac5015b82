import { randomBytes } from 'node:crypto';
import {
  type SecondFactorStatus,
  secondFactorMessages,
} from '@deqiq/contract/people/second-factor.ts';
import type { PasswordHasher } from '../../../platform/credentials.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, conflict, TooManyError } from '../../../platform/errors.ts';
import { isoNow, MINUTE } from '../../../platform/time.ts';
import { factorCipher } from './factor-cipher.ts';
import { createRecoveryCodes, isRecoveryCode, normalizeCode } from './recovery-codes.ts';
import * as repo from './second-factor.repo.ts';
import { createSecret, findStep, totpUri } from './totp.ts';

/** Max milliseconds between start and confirmation of a setup. */
const PENDING_LIFETIME = 15 * MINUTE;

/** Every fifth wrong code in a row blocks codes: a quarter of an hour, then twice as long each time, at most a day. */
const FAILURES_PER_BLOCK = 5;
const FIRST_BLOCK = 15 * MINUTE;
const MAX_BLOCK = 24 * 60 * MINUTE;

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
  const hashCode = async (code: string, salt: string) =>
    (await passwords.derive(code, Buffer.from(salt, 'base64url'))).toString('base64url');

  /**
   * Counts the attempt before the code is compared, so that concurrent guesses gain nothing. The count is per account
   * and in the database: neither a restart nor another process resets it.
   */
  async function countAttempt(person: Person): Promise<void> {
    for (;;) {
      const row = await repo.find(db, person);
      if (!row || !limited) return;
      const wait = row.blocked_until === null ? 0 : Date.parse(row.blocked_until) - now();
      if (wait > 0) throw new TooManyError(secondFactorMessages[person.role].tooManyCodes, wait);
      const block = blockDuration(row.failures + 1);
      const until = block === 0 ? null : new Date(now() + block).toISOString();
      if (await repo.countAttempt(db, person, row.failures, until)) return;
    }
  }

  async function isTotpRight(person: Person, encrypted: string, code: string): Promise<boolean> {
    await countAttempt(person);
    const secret = await cipher.decrypt(encrypted, ownerKey(person));
    const step = findStep(secret, code, now());
    return step !== undefined && (await repo.acceptStep(db, person, step));
  }

  /** Recovery codes have 50 bits and are not limited, so that the owner of a blocked account can sign in. */
  async function isRecoveryCodeRight(person: Person, row: repo.FactorRow, code: string) {
    const hash = await hashCode(code, row.recovery_salt);
    const isRight = await repo.spendRecoveryCode(db, person, hash, isoNow(now));
    if (isRight) await repo.clearFailures(db, person);
    return isRight;
  }

  /** Hashing happens outside the transaction that stores the codes. */
  async function makeRecoveryCodes(salt: string) {
    const codes = createRecoveryCodes();
    const hashes = await Promise.all(codes.map((code) => hashCode(normalizeCode(code), salt)));
    return { codes, hashes };
  }

  return {
    isOn: async (person: Person) => ((await repo.find(db, person))?.secret ?? null) !== null,

    /**
     * Whether a code of the app or an unused recovery code is right; either works once. Throws 429 after too
     * many wrong codes.
     */
    async isRight(person: Person, typed: string): Promise<boolean> {
      const row = await repo.find(db, person);
      if (!row || row.secret === null) return false;
      const code = normalizeCode(typed);
      if (isRecoveryCode(code)) return isRecoveryCodeRight(person, row, code);
      return isTotpRight(person, row.secret, code);
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
      const messages = secondFactorMessages[person.role];
      const row = await repo.find(db, person);
      const pending = row?.pending_secret;
      if (!row || !pending || isExpired(row.pending_at, now())) throw conflict(messages.notStarted);
      const secret = await cipher.decrypt(pending, ownerKey(person));
      const last_step = findStep(secret, normalizeCode(typed), now());
      if (last_step === undefined) throw wrongCode(messages.codeWrong);
      const { codes, hashes } = await makeRecoveryCodes(row.recovery_salt);
      await db.transaction().execute(async (tx) => {
        const change = { pending, confirmed_at: isoNow(now), last_step };
        if (!(await repo.activate(tx, person, change))) throw conflict(messages.notStarted);
        await repo.replaceRecoveryCodes(tx, person, hashes);
        await alsoIn(tx);
      });
      return codes;
    },

    /** Replaces the recovery codes. */
    async renewRecoveryCodes(person: Person, alsoIn: (tx: Db) => Promise<void>) {
      const row = await repo.find(db, person);
      if (!row || row.secret === null) throw conflict(secondFactorMessages[person.role].isOff);
      const { codes, hashes } = await makeRecoveryCodes(row.recovery_salt);
      await db.transaction().execute(async (tx) => {
        await repo.replaceRecoveryCodes(tx, person, hashes);
        await alsoIn(tx);
      });
      return codes;
    },

    /** In the transaction that resets the factor or removes the person; false if there was none. */
    removeIn: (tx: Db, person: Person): Promise<boolean> => repo.remove(tx, person),
  };
}

const ownerKey = ({ role, personId }: Person) => `${role} ${personId}`;

/** Milliseconds for which codes are blocked after this many wrong ones in a row. */
function blockDuration(failures: number): number {
  if (failures % FAILURES_PER_BLOCK !== 0) return 0;
  const doublings = Math.min(10, failures / FAILURES_PER_BLOCK - 1);
  return Math.min(MAX_BLOCK, FIRST_BLOCK * 2 ** doublings);
}

const isExpired = (since: string | null, now: number) =>
  since === null || now - Date.parse(since) > PENDING_LIFETIME;

const wrongCode = (message: string) =>
  new AppError('invalid', 400, message, [{ path: 'code', message }]);
