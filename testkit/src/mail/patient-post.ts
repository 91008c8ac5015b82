import type { TestContext } from 'node:test';
import type { CreatedBooking } from '@deqiq/contract/referrals/booking/booking.ts';
import { patientMessagesService } from '../../../server/src/features/notifications/notifications/patients/patient-messages.service.ts';
import { mailSender } from '../../../server/src/features/notifications/notifications/patients/patient-senders.ts';
import { bookingLinksService } from '../../../server/src/features/referrals/booking-links/booking-links.service.ts';
import { jobQueue } from '../../../server/src/platform/jobs/job-queue.ts';
import { smtpMailer } from '../../../server/src/platform/mail/smtp.ts';
import type { Client } from '../client.ts';
import { newCalendar, reserve } from '../http/booking.ts';
import { untilTrue } from '../jobs/queues.ts';
import { SECRET } from '../world.ts';
import { MailServer } from './mail-server.ts';

const FROM = 'Dəqiq <info@clinic.example>';
const SITE = 'https://clinic.example';
const PATH = '/api/misc/booking';

export type PatientPost = Awaited<ReturnType<typeof newPatientPost>>;

/** A calendar whose visitors are reached by e-mail, a clock, and a worker that delivers when a test says so. */
export async function newPatientPost(
  t: TestContext,
  { at: start, ...options }: { at: number } & Parameters<typeof newCalendar>[1],
) {
  let at = start;
  const now = () => at;
  const server = await new MailServer().start();
  t.after(() => server.stop());
  const settings = { SMTP_URL: server.url, MAIL_FROM: FROM, PUBLIC_URL: SITE };
  const clinic = await newCalendar(t, { now, settings, ...options });
  const { db, visitor, kind } = clinic;

  /** A worker of a process of its own. */
  function newWorker() {
    const queue = jobQueue({
      db,
      now,
      random: () => 0,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      versions: { onExternalWrite: () => () => {} },
      timing: { pollInterval: 2 ** 30, heartbeat: 2 ** 30 },
    });
    const { toMessageLink } = bookingLinksService({ db, siteUrl: SITE, secret: SECRET, now });
    const senders = { email: mailSender(smtpMailer({ url: server.url, from: FROM })) };
    const messages = patientMessagesService({ db, jobs: queue, senders, toMessageLink, now });
    queue.start();
    t.after(() => queue.stop());
    return { queue, messages };
  }
  let workers = [newWorker(), newWorker()] as const;

  const due = () =>
    db
      .selectFrom('jobs')
      .select('subject')
      .where('kind', '=', 'send-patient-message')
      .where('failed_at', 'is', null)
      .where((is) =>
        is.or([is('run_at', '<=', new Date(at).toISOString()), is('lease_token', 'is not', null)]),
      )
      .execute();

  return {
    ...clinic,
    server,

    /** The messages of a process that delivers. */
    messages: workers[0].messages,

    /** Moves the clock. */
    setClock(to: number): void {
      at = to;
    },

    /** Ends the processes that deliver; others begin. */
    async restart(): Promise<void> {
      await Promise.all(workers.map(({ queue }) => queue.stop()));
      workers = [newWorker(), newWorker()];
    },

    /** Runs every message that is due, and returns those that arrived. */
    async deliver(): Promise<{ to: string; subject: string; text: string; link: string }[]> {
      for (const { queue } of workers) queue.wake();
      await untilTrue(async () => (await due()).length === 0);
      return server.received.splice(0).map(({ to, mail }) => {
        const text = mail.text ?? '';
        return { to, subject: mail.subject ?? '', text, link: tokenIn(text) };
      });
    },

    /** A visitor sends the form, and books. Returns the token of the answer. */
    async book(startsAt: string, { channels, client = visitor, ...fields }: BookingOptions = {}) {
      const booking = await reserve(client, fields);
      const body = { booking, kind: kind._id, startsAt, channels };
      return (await client.post(PATH, body)).ok<CreatedBooking>().link.split('/').at(-1) ?? '';
    },
  };
}

interface BookingOptions {
  readonly channels?: object;
  readonly client?: Client;
  readonly phone?: string;
  readonly email?: string;
}

/** The token of the link in a message. */
const tokenIn = (text: string): string => /\/qebul\/([\w-]{43})/.exec(text)?.[1] ?? '';
