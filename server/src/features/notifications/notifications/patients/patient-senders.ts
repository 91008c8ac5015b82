import { type Mailer, MailRefusedError } from '../../../../platform/mail/smtp.ts';
import type {
  MessageChannel,
  SendOptions,
  SendResult,
} from '../../../../platform/messaging/message-channel.ts';
import type { PatientContent } from './patient-texts.ts';

export interface PatientMail extends PatientContent {
  /** An e-mail address or a telephone number. */
  readonly to: string;
  /** Equal in all attempts. */
  readonly reference: string;
}

/** Sends by one channel. Rejects where another attempt may succeed. */
export type PatientSender = (
  message: PatientMail,
  options: Required<SendOptions>,
) => Promise<SendResult>;

/** Channels that the operator has configured. */
export interface PatientSenders {
  readonly email?: PatientSender;
  readonly sms?: PatientSender;
  readonly whatsapp?: PatientSender;
}

/** E-mail. */
export const mailSender =
  (mailer: Mailer): PatientSender =>
  async ({ reference, to, mail }, options) => {
    try {
      await mailer.send({ id: reference, to, ...mail }, options);
      return { kind: 'accepted', id: reference };
    } catch (error) {
      if (error instanceof MailRefusedError) return { kind: 'refused', reason: 'bad-content' };
      throw error;
    }
  };

/** SMS and WhatsApp. */
export const phoneSender =
  (channel: MessageChannel): PatientSender =>
  ({ reference, to, text, template }, options) =>
    channel.send({ reference, to, text, template }, options);
