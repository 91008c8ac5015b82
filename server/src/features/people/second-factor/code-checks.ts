import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import type { Db } from '../../../platform/db/tables.ts';
import { TooManyError } from '../../../platform/errors.ts';
import type { PasswordHasher } from '../../../platform/secrets/credentials.ts';
import { DAY, iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { factorCipher } from './factor-cipher.ts';
import { createRecoveryCodes, normalizeCode } from './recovery-codes.ts';
import * as repo from './second-factor.repo.ts';
import { findStep } from './totp.ts';

/** Every fifth wrong code in a row blocks codes: a quarter of an hour, then twice as long each time, at most a day. */
const FAILURES_PER_BLOCK = 5;
const FIRST_BLOCK = 15 * MINUTE;
const MAX_BLOCK = DAY;

type Person = repo.Person;

interface Deps {
  db: Db;
  cipher: ReturnType<typeof factorCipher>;
  passwords: Pick<PasswordHasher, 'derive'>;
  /** Whether wrong codes are limited. */
  limited: boolean;
  now: () => number;
}

/** Compares codes of the app and recovery codes with the stored ones. */
export function codeChecks({ db, cipher, passwords, limited, now }: Deps) {
  const hashCode = async (code: string, salt: string) =>
    (await passwords.derive(code, Buffer.from(salt, 'base64url'))).toString('base64url');

  /** Counts before the code is compared, per account in the database: concurrency and restarts gain nothing. */
  async function countAttempt(person: Person): Promise<void> {
    for (;;) {
      const row = await repo.find(db, person);
      if (!row || !limited) return;
      const wait = row.blocked_until === null ? 0 : Date.parse(row.blocked_until) - now();
      if (wait > 0) throw new TooManyError(secondFactorMessages.tooManyCodes(), wait);
      const block = blockDuration(row.failures + 1);
      const until = block === 0 ? null : iso(now() + block);
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

  return { isTotpRight, isRecoveryCodeRight, makeRecoveryCodes };
}

export const ownerKey = ({ role, personId }: Person) => `${role} ${personId}`;

/** Milliseconds for which codes are blocked after this many wrong ones in a row. */
function blockDuration(failures: number): number {
  if (failures % FAILURES_PER_BLOCK !== 0) return 0;
  const doublings = Math.min(10, failures / FAILURES_PER_BLOCK - 1);
  return Math.min(MAX_BLOCK, FIRST_BLOCK * 2 ** doublings);
}
