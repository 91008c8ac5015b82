import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { MailServer } from '@deqiq/testkit/mail/mail-server.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { somePartner } from '@deqiq/testkit/world.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { type Clinic, startClinic } from '../intake/clinic.ts';
import { type Cbct, makeCbct, syntaxes } from './cbct.ts';
import { compare, compareMails, type Ordered, QUIET } from './compare.ts';
import { conclude, deliver, type Site } from './delivery.ts';
import { type StudyRecords, studyRecords } from './records.ts';

const FULL = { sqlite: 40, postgres: 20 };
const SHORT = { sqlite: 3, postgres: 3 };
const MACHINES = 2;
const FRAMES = 24;

/** Milliseconds until staff have assigned a study. */
const DEADLINE = 120_000;
const POLL = 500;

export const study: Campaign = {
  title: 'One CBCT, one volume',
  about:
    'Two machines deliver CBCTs in parts through the intake, on SQLite and on PostgreSQL: of three CBCTs one is sent by both machines together, and one has no accession number and is assigned by staff after its first part. Between the parts there are pauses of 5 to 600 s, released and aborted associations, kills of intake and server, and slices that are sent again, also in another transfer syntax; at last the operator sends one slice more. Afterwards each CBCT must be one file with one volume of all frames, byte for byte, in its examination, without a conflict, and its doctor must have been told of it by e-mail, with the number of all images that came later.',

  async run({ short, random, folder, postgres, log }: CampaignContext): Promise<Outcome> {
    const scale = short ? SHORT : FULL;
    const url = await postgres();
    const lanes = [{ name: 'SQLite', studies: scale.sqlite, url: undefined }];
    const more = url === undefined ? [] : [{ name: 'PostgreSQL', studies: scale.postgres, url }];
    const outcomes: Outcome[] = [];
    for (const { name, studies, url } of [...lanes, ...more])
      outcomes.push(
        await deliverAll({ name, folder: join(folder, name), url, studies, random, log }),
      );
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      findings: outcomes.flatMap(({ findings }) => findings),
      skipped: url === undefined ? ['PostgreSQL: not available here'] : [],
    };
  },
};

interface Lane {
  readonly name: string;
  readonly folder: string;
  readonly url: string | undefined;
  readonly studies: number;
  readonly random: Random;
  log(progress: string): void;
}

async function deliverAll({ name, folder, url, ...attack }: Lane): Promise<Outcome> {
  const mailServer = await new MailServer().start();
  const settings = {
    INTAKE_AUTO_ASSIGN: 'on',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'info@clinic.example',
  };
  // Away until all is delivered: a kill while a message is sent may lose it (docs/decisions/messages.md).
  await mailServer.stop();
  const clinic = await startClinic(folder, { url, settings });
  try {
    const { figures, findings } = await deliverTo(clinic, mailServer, attack);
    return {
      figures: figures.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` })),
      findings: findings.map((finding) => `${name}: ${finding}`),
    };
  } finally {
    await clinic.end();
    await mailServer.stop();
  }
}

async function deliverTo(
  clinic: Clinic,
  mailServer: MailServer,
  { studies, random, log }: Pick<Lane, 'studies' | 'random' | 'log'>,
): Promise<Outcome> {
  const records = studyRecords(clinic.db);
  const ordered = await orderStudies(clinic, studies, random);
  const counts = new Map<string, number>();
  const site: Site = {
    port: clinic.port,
    passTime: records.passTime,
    killIntake: inTurn(clinic.killIntake),
    killServer: inTurn(clinic.killServer),
    assign: (uid) =>
      assignByHand(
        clinic,
        records,
        ordered.find(({ cbct }) => cbct.study === uid),
      ),
    count: (event) => void counts.set(event, (counts.get(event) ?? 0) + 1),
  };
  for (let from = 0; from < ordered.length; from += MACHINES) {
    const group = ordered.slice(from, from + MACHINES);
    await Promise.all(
      group.flatMap(({ cbct }, index) => deliverOne(site, cbct, from + index, random)),
    );
    for (const { cbct } of group) await conclude(site, cbct);
    log(`${from + group.length} studies`);
  }
  const wrong = await compare(clinic, ordered, records);
  await mailServer.start();
  wrong.push(...(await compareMails(mailServer, ordered, records)));
  const later = await Promise.all(ordered.map(({ cbct }) => records.countLater(cbct.study)));
  const joined = later.reduce((sum, { times }) => sum + times, 0);
  return {
    figures: [
      { what: 'CBCTs', count: studies },
      ...[...counts].sort().map(([event, count]) => ({
        what: isSyntax(event) ? `slices sent again, ${event}` : `parts followed by: ${event}`,
        count,
      })),
      { what: 'times images joined the file of an examination', count: joined },
      { what: 'not one whole volume, or not announced', count: wrong.length, must: 0 },
    ],
    findings: wrong.slice(0, 20),
  };
}

const isSyntax = (event: string): boolean => (syntaxes as readonly string[]).includes(event);

/** As soon as a study is complete, or its sender broke off; later images must join what is assigned here. */
async function assignByHand(
  clinic: Clinic,
  records: StudyRecords,
  ordered: Ordered | undefined,
): Promise<void> {
  const { cbct, checkup = '' } = ordered ?? {};
  const uid = cbct?.study ?? '';
  const deadline = Date.now() + DEADLINE;
  for (;;) {
    await records.passTime(uid, QUIET);
    const found = await records.find(uid);
    if (found && found.checkup_id !== null) return;
    if (found?.state === 'waiting')
      await clinic
        .signIn()
        .then((staff) => staff.post(`/api/admin/intake/${found.id}/assign`, { checkup }))
        // Killed meanwhile, or more has come.
        .catch((error: unknown) => {
          if (Date.now() > deadline) throw error;
        });
    else if (Date.now() > deadline) throw new Error(`staff cannot assign ${JSON.stringify(found)}`);
    await pause(POLL);
  }
}

/** Of each third CBCT two machines send a half at the same time. */
function deliverOne(site: Site, cbct: Cbct, number: number, random: Random): Promise<void>[] {
  const senders = number % 3 === 2 ? 2 : 1;
  return Array.from({ length: senders }, (_, sender) =>
    deliver({
      site,
      cbct,
      aeTitle: `CBCT${sender + 1}`,
      parts: 2 + random.below(3),
      isByHand: cbct.code === '',
      slices: cbct.slices.filter((_slice, index) => index % senders === sender),
      random: randomFrom(random.below(2 ** 32)),
    }),
  );
}

/** Two machines do not kill the same process at the same time. */
function inTurn(kill: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(kill, kill);
    return last;
  };
}

/** Shipments of doctors that wait for their CBCTs. The machine of each third one has no worklist. */
async function orderStudies(clinic: Clinic, count: number, random: Random): Promise<Ordered[]> {
  const staff = await clinic.signIn();
  const { bytes } = await picture({ format: 'webp' });
  const ordered: Ordered[] = [];
  for (let index = 0; index < count; index += 1) {
    const fields = somePartner();
    await staff.post('/api/admin/partners', fields);
    const login = { email: fields.email, password: PARTNER_PASSWORD };
    const doctor = await new ApiClient(staff.port).signIn('partner', login);
    const { checkup } = await doctor.postForm<{ checkup: { _id: string } }>(
      '/api/partner/misc/create-checkup',
      {},
      { file: bytes },
    );
    const found = await staff.get<FoundCheckup>(`/api/admin/checkups/${checkup._id}`);
    const code = index % 3 === 1 ? '' : (found.checkup.code ?? '');
    const about = { study: `2.25.${index + 1}.7`, code, frames: FRAMES };
    ordered.push({
      checkup: checkup._id,
      doctor: fields.email,
      cbct: makeCbct(about, random),
    });
  }
  return ordered;
}
