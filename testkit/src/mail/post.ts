import type { TestContext } from 'node:test';
import { countUnseen } from '../../../server/src/features/examinations/results/results.repo.ts';
import { notificationsService } from '../../../server/src/features/notifications/notifications/notifications.service.ts';
import { jobQueue } from '../../../server/src/platform/jobs/job-queue.ts';
import { smtpMailer } from '../../../server/src/platform/mail/smtp.ts';
import { deriveVapidKeys } from '../../../server/src/platform/push/vapid-keys.ts';
import { webPusher } from '../../../server/src/platform/push/web-push.ts';
import { picture } from '../documents/pictures.ts';
import { untilTrue } from '../jobs/queues.ts';
import { PushService } from '../push/push-service.ts';
import { newWorld, SECRET, type World } from '../world.ts';
import { MailServer } from './mail-server.ts';

export const MINUTE = 60_000;
export const STAFF = 'staff@clinic.example';
const FROM = 'Dəqiq <info@clinic.example>';
export const SITE = 'https://clinic.example';

/** A world with a mail server, a push service, and a worker that delivers when a test says so. */
export async function newPost(t: TestContext) {
  const morning = Date.UTC(2026, 10, 22, 10);
  let at = morning;
  const now = () => at;
  const server = await new MailServer().start();
  t.after(() => server.stop());
  const pushService = await new PushService().start();
  t.after(() => pushService.stop());
  const settings = {
    PUSH_TEST_ORIGIN: pushService.origin,
    SMTP_URL: server.url,
    MAIL_FROM: FROM,
    STAFF_MAIL: STAFF,
    PUBLIC_URL: SITE,
  };
  const world = await newWorld(t, { now, settings });
  const { db, admin } = world;
  const logged: string[] = [];
  const record = (about: object) => void logged.push(JSON.stringify(about));
  const newQueue = () =>
    jobQueue({
      db,
      now,
      random: () => 0,
      log: { info: record, warn: record, error: record },
      versions: { onExternalWrite: () => () => {} },
      timing: { pollInterval: 2 ** 30, heartbeat: 2 ** 30 },
    });
  const mail = { smtpUrl: server.url, from: FROM, staff: STAFF };
  const audit = { record: () => Promise.resolve() };
  const queue = newQueue();
  const pusher = webPusher({
    keys: deriveVapidKeys(SECRET),
    contact: 'mailto:info@clinic.example',
    services: ['push.example.com'],
    testOrigin: pushService.origin,
  });
  const service = notificationsService({
    db,
    jobs: queue,
    mail,
    mailer: smtpMailer({ url: server.url, from: FROM }),
    pusher,
    countUnseen: (partnerId) => countUnseen(db, partnerId),
    siteUrl: SITE,
    audit,
    now,
  });
  queue.start();
  t.after(() => queue.stop());

  const due = () =>
    db
      .selectFrom('jobs')
      .select('subject')
      .where('kind', 'in', ['send-email', 'send-push'])
      .where('failed_at', 'is', null)
      .where((is) =>
        is.or([is('run_at', '<=', new Date(at).toISOString()), is('lease_token', 'is not', null)]),
      )
      .execute();

  return {
    ...world,
    server,
    pushService,
    pusher,
    service,
    logged,
    queue,

    /** Sets the clock back: the tokens of the clients are valid for ten minutes. */
    startAgain(): void {
      at = morning;
    },

    /** Moves the clock. */
    advance(milliseconds: number): void {
      at += milliseconds;
    },

    /** Runs every job that is due. */
    async deliver(): Promise<void> {
      queue.wake();
      await untilTrue(async () => (await due()).length === 0);
    },

    /** The messages that arrived since the last call. */
    arrived: () => server.received.splice(0),

    outbox: () => db.selectFrom('outbox').selectAll().orderBy('id').execute(),

    setStatus: (checkupId: string, status: string, files: object[] = []) =>
      admin.post('/api/admin/checkups/merge-chunks', {
        checkupId,
        firstName: 'Nigar',
        lastName: 'Hüseynova',
        status,
        files,
      }),

    /** A checkup without X-rays, as a shipment creates it. */
    async addShipment(client: World['admin']): Promise<string> {
      const answer = await client.form('POST', '/api/partner/misc/create-checkup', {
        file: await picture(),
      });
      return answer.ok<{ checkup: { _id: string } }>().checkup._id;
    },
  };
}

export type Post = Awaited<ReturnType<typeof newPost>>;
