import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { MailServer } from '@deqiq/testkit/mail/mail-server.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { type DataLocation, startServer } from '@deqiq/testkit/server-process.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { withRows } from '../crash/compare/rows.ts';
import { makeDue, waitForJobs } from '../processing/clinic.ts';

const FULL = { sqlite: 50, postgres: 50 };
const SHORT = { sqlite: 6, postgres: 0 };

/**
 * Milliseconds. A round waits `untilMoment` for its moment, which does not come for `none`, and then up to `untilKill`.
 * `reply` is the longest delay of the mail server.
 */
const LONGEST = { untilMoment: 1_000, untilKill: 30, reply: 30 };

/** Replies of the mail server, around which the server is killed. */
const moments = ['recipient', 'end', 'reply', 'none'] as const;
type Moment = (typeof moments)[number];

/** Forms beside the first one; they may be cut off. */
const MAX_MORE = 2;

interface Lane {
  readonly location: DataLocation;
  readonly kills: number;
  readonly random: Random;
  log(progress: string): void;
}

export const messages: Campaign = {
  title: 'Messages',
  about:
    'Visitors send forms, and the server is killed while it sends the notices by SMTP, before or after the mail server has accepted them. No message may arrive twice, and none that is recorded as confirmed may be missing. One that the kill hit between the commit and the end of the message may be missing (docs/decisions/messages.md); those are counted. Push messages take the same rows, jobs and gate; their tests cut off, refuse and stop a push service that decrypts what it gets.',

  async run({ short, random, folder, postgres, log }: CampaignContext): Promise<Outcome> {
    const scale = short ? SHORT : FULL;
    const url = scale.postgres > 0 ? await postgres() : undefined;
    const lane = (name: string) => ({
      location: { dataDir: join(folder, name) },
      log,
      random: randomFrom(random.below(2 ** 32)),
    });
    const sqlite = { ...lane('sqlite'), kills: scale.sqlite };
    const other = lane('postgres');
    // In parallel: most of the time is spent waiting.
    const outcomes = await Promise.all([
      killWhileSending('SQLite', sqlite),
      ...(url === undefined
        ? []
        : [
            killWhileSending('PostgreSQL', {
              ...other,
              kills: scale.postgres,
              location: { ...other.location, url },
            }),
          ]),
    ]);
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      findings: outcomes.flatMap(({ findings }) => findings),
    };
  },
};

async function killWhileSending(
  name: string,
  { location, kills, random, log }: Lane,
): Promise<Outcome> {
  const mailServer = await new MailServer().start();
  let reached = new Map<Moment, () => void>();
  const reach = (moment: Moment) => () => {
    reached.get(moment)?.();
    return pause(random.between(0, LONGEST.reply));
  };
  mailServer.conduct = {
    atRecipient: reach('recipient'),
    atEnd: reach('end'),
    atReply: reach('reply'),
  };
  const env = {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'info@clinic.example',
    STAFF_MAIL: 'staff@clinic.example',
    PUBLIC_URL: 'https://clinic.example',
  };
  const server = await startServer({ ...location, env, logLevel: 'silent' });
  const findings: string[] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const isReached = new Promise<void>((resolve) => {
        reached = new Map([[random.pick(moments), resolve]]);
      });
      await sendForm(server.port);
      const forms = Array.from({ length: random.between(0, MAX_MORE) }, () =>
        sendForm(server.port).catch(() => undefined),
      );
      await Promise.race([isReached, pause(LONGEST.untilMoment)]);
      await pause(random.between(0, LONGEST.untilKill));
      await server.kill();
      await Promise.all(forms);
      await makeDue(location);
      await server.restart();
      const clinic = { location, partner: '', files: new Map(), findings };
      await waitForJobs(clinic, `kill ${kill}`);
      if (kill % 10 === 0) log(`${kill} kills on ${name}`);
    }
    const { stored, unconfirmed, missing, wrong } = await compare(location, mailServer);
    return {
      figures: [
        { what: `${name}: kills`, count: kills },
        { what: `${name}: messages`, count: stored },
        { what: `${name}: messages whose reply nobody read`, count: unconfirmed },
        { what: `${name}: of them missing, in the uncertain moment`, count: missing },
        { what: `${name}: twice, or missing though confirmed`, count: wrong.length, must: 0 },
      ],
      findings: [...findings, ...wrong],
    };
  } finally {
    await server.end();
    await mailServer.stop();
  }
}

/** Throws where the form was not stored. */
const sendForm = (port: number) =>
  new ApiClient(port).call('POST', '/api/misc/contact-message', {
    fullName: 'Nigar Quliyeva',
    phone: '+994701112233',
    message: 'Salam',
  });

/** Compares the forms in the database with what the mail server has accepted. */
async function compare(location: DataLocation, { received }: MailServer) {
  const rows = await withRows(location, (select) =>
    select(`select contact_messages.id as form, outbox.id, outbox.is_confirmed
      from contact_messages
      left join outbox_events on outbox_events.object_id = contact_messages.id
      left join outbox on outbox.id = outbox_events.message_id`),
  );
  const ids = received.map(({ mail }) => mail.messageId ?? '');
  const counted = rows.map(({ form, id, is_confirmed }) => ({
    form,
    id,
    isUncertain: id !== null && is_confirmed !== null && Number(is_confirmed) === 0,
    count: ids.filter((messageId) => messageId.startsWith(`<${id}@`)).length,
  }));
  const isMissing = ({ isUncertain, count }: (typeof counted)[number]) =>
    isUncertain && count === 0;
  return {
    stored: rows.length,
    unconfirmed: counted.filter(({ isUncertain }) => isUncertain).length,
    missing: counted.filter(isMissing).length,
    wrong: counted
      .filter((message) => message.count !== 1 && !isMissing(message))
      .map(({ form, id, count }) => `form ${form}: its message ${id} arrived ${count} times`),
  };
}
