import { provider } from '@deqiq/contract/shared/provider.ts';
import {
  type ResultsService,
  resultsService,
} from '../features/examinations/results/results.service.ts';
import { notificationsService } from '../features/notifications/notifications/notifications.service.ts';
import { patientMessagesService } from '../features/notifications/notifications/patients/patient-messages.service.ts';
import {
  mailSender,
  phoneSender,
} from '../features/notifications/notifications/patients/patient-senders.ts';
import { pushSubscriptionsService } from '../features/notifications/notifications/push-subscriptions/push-subscriptions.service.ts';
import { bookingLinksService } from '../features/referrals/booking-links/booking-links.service.ts';
import { smtpMailer } from '../platform/mail/smtp.ts';
import { openChannels } from '../platform/messaging/open-channels.ts';
import { deriveVapidKeys } from '../platform/push/vapid-keys.ts';
import { webPusher } from '../platform/push/web-push.ts';
import type { Core } from './core.ts';

export type Notifications = Awaited<ReturnType<typeof createNotifications>>;

/** New results, and the messages that tell of them and of other events. Removes push devices of another key. */
export async function createNotifications(core: Core) {
  const { config, secret, db, versions, jobs, audit, now, siteUrl } = core;
  const pusher = webPusher({
    keys: deriveVapidKeys(secret),
    contact: provider.email.href,
    services: config.pushServices,
    testOrigin: config.pushTestOrigin,
  });
  const pushSubscriptions = pushSubscriptionsService({ db, pusher, audit, now });
  await pushSubscriptions.removeOfOtherKeys();
  const { mail } = config;
  const mailer = mail && smtpMailer({ url: mail.smtpUrl, from: mail.from });
  const notifications = notificationsService({
    db,
    jobs,
    mail,
    mailer,
    pusher,
    siteUrl,
    audit,
    now,
    countUnseen: (partnerId) => results.countUnseen(partnerId),
  });
  const bookingLinks = bookingLinksService({ db, siteUrl, secret, now });
  const patientMessages = patientMessagesService({
    db,
    jobs,
    senders: {
      ...(mailer && { email: mailSender(mailer) }),
      ...Object.fromEntries(
        openChannels(config.channels).map((each) => [each.name, phoneSender(each)]),
      ),
    },
    toMessageLink: bookingLinks.toMessageLink,
    now,
  });
  const results: ResultsService = resultsService({ db, versions, notifications, audit, now });
  return {
    pushSubscriptions,
    notifications,
    bookingLinks,
    patientMessages,
    results,
  };
}
