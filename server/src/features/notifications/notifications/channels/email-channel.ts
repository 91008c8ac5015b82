import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import { PermanentFailure } from '../../../../platform/jobs/job.ts';
import { type Mailer, MailRefusedError } from '../../../../platform/mail/smtp.ts';
import type { Channel } from '../delivery.ts';
import * as outbox from '../outbox.repo.ts';
import { composeMail } from './mail-text.ts';

interface Deps {
  /** undefined: e-mail is off. */
  readonly mailer: Mailer | undefined;
  readonly staff: string | undefined;
  readonly siteUrl: string;
}

interface Target {
  readonly address: string;
  readonly language: ChosenLanguage;
}

/** E-mail to partners and staff, in the language of the recipient. */
export function emailChannel({ mailer, staff, siteUrl }: Deps): Channel<Target> {
  return {
    concurrency: 4,

    findPartner: (_db, recipient) => Promise.resolve(recipient),

    async findTarget(db, recipient) {
      if (!mailer) return undefined;
      if (recipient === outbox.STAFF) return staff ? { address: staff, language: 'az' } : undefined;
      const partner = await outbox.findRecipient(db, recipient);
      if (!partner || partner.wants_email === 0) return undefined;
      return { address: partner.email, language: partner.language ?? 'az' };
    },

    async send({ id, ...about }, { address: to, language }, options) {
      const content = inLanguage(language, () => composeMail(about, siteUrl));
      try {
        await mailer?.send({ id, to, ...content }, options);
      } catch (error) {
        if (error instanceof MailRefusedError) throw new PermanentFailure(error.message);
        throw error;
      }
    },
  };
}
