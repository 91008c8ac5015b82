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

/** E-mail to partners and staff; a target is an address. */
export function emailChannel({ mailer, staff, siteUrl }: Deps): Channel<string> {
  return {
    concurrency: 4,

    findPartner: (_db, recipient) => Promise.resolve(recipient),

    async findTarget(db, recipient) {
      if (!mailer) return undefined;
      if (recipient === outbox.STAFF) return staff;
      const partner = await outbox.findRecipient(db, recipient);
      return partner && partner.wants_email !== 0 ? partner.email : undefined;
    },

    async send({ id, ...about }, to, options) {
      const content = composeMail(about, siteUrl);
      try {
        await mailer?.send({ id, to, ...content }, options);
      } catch (error) {
        if (error instanceof MailRefusedError) throw new PermanentFailure(error.message);
        throw error;
      }
    },
  };
}
