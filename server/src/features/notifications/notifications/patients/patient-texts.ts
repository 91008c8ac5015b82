import { personLanguage } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/notifications/patient-messages.js';
import { formatFullMoment, formatTime } from '../../../../platform/http/pages/moments.ts';
import type { MessageTemplate } from '../../../../platform/messaging/message-channel.ts';
import { writeMail } from '../channels/mail-text.ts';

/** The content of a message. None names the examination: others read messages, too. */
export type PatientNews =
  | { readonly kind: 'held' | 'booked' | 'reminder' | 'refunded'; readonly startsAt: string }
  | { readonly kind: 'offer'; readonly startsAt: string; readonly expiresAt: string };

export interface PatientContent {
  readonly mail: ReturnType<typeof writeMail>;
  /** For telephones. */
  readonly text: string;
  readonly template: MessageTemplate;
}

/** A message in the current language. */
export function composeForPatient(news: PatientNews, link: string): PatientContent {
  const { kind, startsAt } = news;
  const moment = formatFullMoment(startsAt);
  const until = news.kind === 'offer' ? formatTime(news.expiresAt) : '';
  const { subject, line, action } = {
    held: { subject: texts.held(), line: texts.heldLine({ moment }), action: texts.openHeld() },
    booked: { subject: texts.booked(), line: texts.bookedLine({ moment }), action: texts.open() },
    refunded: { subject: texts.refunded(), line: texts.refundedLine({ moment }), action: '' },
    reminder: {
      subject: texts.reminder(),
      line: texts.reminderLine({ moment }),
      action: texts.open(),
    },
    offer: {
      subject: texts.offer(),
      line: texts.offerLine({ moment, until }),
      action: texts.openOffer(),
    },
  }[kind];
  // The appointment of a returned deposit may be cancelled: its link opens nothing.
  const links = kind === 'refunded' ? [] : [link];
  const footer = kind === 'refunded' ? texts.automatic() : texts.footer();
  return {
    mail: writeMail({ subject, line, details: [], links, action, footer }),
    text: [line, ...links].join(' '),
    template: {
      name: `appointment_${kind}`,
      language: personLanguage(),
      parameters: [moment, ...(until ? [until] : []), ...links],
    },
  };
}
