import { createHmac, hkdfSync } from 'node:crypto';
import {
  RESET_CODE_DIGITS,
  RESET_CODE_MINUTES,
  type RequestReset,
  type ResetPassword,
} from '@deqiq/contract/people/password-resets/password-resets.ts';
import * as resetMessages from '@deqiq/messages/people/password-resets.js';
import * as z from 'zod';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { invalid, TooManyError } from '../../../platform/errors.ts';
import { clientNetwork } from '../../../platform/http/connections/address.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { LimitedKey, Limits } from '../../../platform/limits/limits.ts';
import { accountKey, type PasswordHasher } from '../../../platform/secrets/credentials.ts';
import { isEqualText } from '../../../platform/secrets/equal-texts.ts';
import { HOUR, iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { type Attempts, signInAccount } from '../auth/attempts.service.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import * as repo from './password-resets.repo.ts';

/** Codes requested and tried in an hour. A network is a provider of many people. */
const PER_HOST = { name: 'password resets of a host', max: 20, window: HOUR };
const PER_NETWORK = { name: 'password resets of a network', max: 200, window: HOUR };

/** Mails in an hour to one account. */
const PER_ACCOUNT = { name: 'password codes of an account', max: 3, window: HOUR };

/** Attempts at one code. */
const MAX_ATTEMPTS = 5;

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  readonly partners: Pick<PartnersService, 'findLogin' | 'replacePassword'>;
  readonly passwords: PasswordHasher;
  readonly notifications: Pick<NotificationsService, 'canMail' | 'mailPasswordCode'>;
  readonly attempts: Pick<Attempts, 'unlock'>;
  readonly audit: Pick<AuditService, 'recordEntry'>;
  readonly isLimited: { readonly enabled: boolean; readonly limits: Limits };
  readonly secret: Buffer;
  readonly now: () => number;
}

export type PasswordResetsService = ReturnType<typeof passwordResetsService>;

/** The code of an id. It is not stored: the job that mails it derives it again. */
export function resetCodes(secret: Buffer): (id: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'password resets', 32));
  return (id) => {
    const number = createHmac('sha256', key).update(id).digest().readUIntBE(0, 6);
    return String(number % 10 ** RESET_CODE_DIGITS).padStart(RESET_CODE_DIGITS, '0');
  };
}

/**
 * A partner who forgot the password gets a code by e-mail, and sets a new one with it. Answers do not tell whether an
 * account exists. The second factor stays.
 */
export function passwordResetsService(deps: Deps) {
  const { db, jobs, partners, passwords, notifications, attempts, audit, now } = deps;
  const { enabled, limits } = deps.isLimited;
  const deriveCode = resetCodes(deps.secret);

  /** Counts an event; milliseconds to wait where it was not counted, 0 where it was. */
  async function countOrWait(keys: readonly LimitedKey[]): Promise<number> {
    if (!enabled) return 0;
    const counting = await limits.count(keys);
    return counting.isAllowed ? 0 : Math.max(...counting.waits);
  }

  async function countRequest(address: string): Promise<void> {
    const { host, network } = clientNetwork(address);
    const wait = await countOrWait([
      { limit: PER_HOST, key: host },
      { limit: PER_NETWORK, key: network },
    ]);
    if (wait > 0) throw new TooManyError(resetMessages.tooMany(), wait);
  }

  jobs.handle('mail-password-code', {
    payload: z.object({}),
    concurrency: 2,
    async run({ subject: id }, signal) {
      const recipient = await repo.findRecipient(db, id, isoNow(now));
      if (recipient) await notifications.mailPasswordCode(id, recipient, deriveCode(id), signal);
      return undefined;
    },
  });

  return {
    /** Unknown addresses cost the same work, and get the same answer. Throws 429. */
    async request({ email }: RequestReset, address: string) {
      if (!notifications.canMail)
        return {
          message: resetMessages.mailOff({ phone: clinicFacts().phone.text }),
          isMailed: false,
        };
      await countRequest(address);
      const account = accountKey(email);
      const isAllowed = (await countOrWait([{ limit: PER_ACCOUNT, key: account }])) === 0;
      const partner = await partners.findLogin(account);
      const id = newId();
      const expires_at = iso(now() + RESET_CODE_MINUTES * MINUTE);
      await db.transaction().execute(async (tx) => {
        if (!isAllowed) return;
        if (partner) await repo.put(tx, { partner_id: partner.id, id, attempts: 0, expires_at });
        await jobs.enqueue(tx, { kind: 'mail-password-code', subject: id });
      });
      return {
        message: resetMessages.codeSent({ minutes: RESET_CODE_MINUTES }),
        isMailed: true,
      };
    },

    /** Ends all sessions of the partner. Throws 400 for a code that is wrong, too old or of an unknown account. */
    async reset({ email, code, newPassword }: ResetPassword, address: string) {
      await countRequest(address);
      const account = accountKey(email);
      const row = await repo.countAttempt(db, account, { at: isoNow(now), max: MAX_ATTEMPTS });
      if (!row || !isEqualText(deriveCode(row.id), code))
        throw invalid('code', resetMessages.wrongCode());
      const hash = await passwords.hash(newPassword);
      await db.transaction().execute(async (tx) => {
        if (!(await repo.remove(tx, row.id))) throw invalid('code', resetMessages.wrongCode());
        await partners.replacePassword(tx, row.partner_id, hash);
        await audit.recordEntry(tx, {
          action: 'reset-forgotten-password',
          object: 'partner',
          objectId: row.partner_id,
          address,
          result: 'ok',
        });
      });
      await attempts.unlock(signInAccount('partner', email), address);
      return { message: resetMessages.changed() };
    },
  };
}
