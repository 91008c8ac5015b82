import { setTimeout as pause } from 'node:timers/promises';
import type { CheckupList, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { hashDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { somePartner } from '@deqiq/testkit/world.ts';
import { unzipSync } from 'fflate';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { type Clinic, startClinic } from '../intake/clinic.ts';
import { type Cbct, makeCbct } from './cbct.ts';
import { conclude, deliver, type Event, type Site } from './delivery.ts';
import { studyRecords } from './records.ts';

const FULL = 60;
const SHORT = 6;
const MACHINES = 2;
const FRAMES = 24;

/** Milliseconds until all studies are complete. */
const DEADLINE = 300_000;
const POLL = 500;

/** Seconds: longer than the quiet minute. */
const QUIET = 61;

const settings = {
  INTAKE_AUTO_ASSIGN: 'on',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'info@clinic.example',
};

export const study: Campaign = {
  title: 'One CBCT, one volume',
  about:
    'Two machines deliver CBCTs in parts through the intake, each third one together. Between the parts there are pauses of 5 to 600 s, released and aborted associations, kills of intake and server, and slices that are sent again; at last the operator sends one slice more. Afterwards each CBCT must be one file with one volume of all frames, byte for byte, in its examination, without a conflict, and each addition announced to its doctor.',

  async run({ short, random, folder, log }: CampaignContext): Promise<Outcome> {
    const clinic = await startClinic(folder, settings);
    try {
      return await attack(clinic, { studies: short ? SHORT : FULL, random, log });
    } finally {
      await clinic.end();
    }
  },
};

interface Attack {
  readonly studies: number;
  readonly random: Random;
  log(progress: string): void;
}

/** A CBCT and its examination. */
interface Ordered {
  readonly cbct: Cbct;
  readonly checkup: string;
}

async function attack(clinic: Clinic, { studies, random, log }: Attack): Promise<Outcome> {
  const records = studyRecords(clinic.dataDir);
  const ordered = await orderStudies(clinic, studies, random);
  const counts = new Map<Event, number>();
  const site: Site = {
    port: clinic.port,
    passTime: records.passTime,
    killIntake: inTurn(clinic.killIntake),
    killServer: inTurn(clinic.killServer),
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
  const joined = ordered.reduce((sum, { cbct }) => sum + records.countJoined(cbct.study).joined, 0);
  return {
    figures: [
      { what: 'CBCTs', count: studies },
      ...[...counts]
        .sort()
        .map(([event, count]) => ({ what: `parts followed by: ${event}`, count })),
      { what: 'times images joined the file of an examination', count: joined },
      { what: 'not one whole volume, or not announced', count: wrong.length, must: 0 },
    ],
    findings: wrong.slice(0, 20),
  };
}

/** Of each third CBCT two machines send a half at the same time. */
function deliverOne(site: Site, cbct: Cbct, number: number, random: Random): Promise<void>[] {
  const senders = number % 3 === 2 ? 2 : 1;
  return Array.from({ length: senders }, (_, sender) =>
    deliver({
      site,
      cbct,
      aeTitle: `CBCT${sender + 1}`,
      parts: 1 + random.below(3) + 1,
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

/** Shipments of a doctor that wait for their CBCTs. */
async function orderStudies(clinic: Clinic, count: number, random: Random): Promise<Ordered[]> {
  const staff = await clinic.signIn();
  const fields = somePartner();
  await staff.post('/api/admin/partners', fields);
  const login = { email: fields.email, password: PARTNER_PASSWORD };
  const doctor = await new ApiClient(staff.port).signIn('partner', login);
  const { bytes } = await picture({ format: 'webp' });
  const checkups: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const path = '/api/partner/misc/create-checkup';
    const { checkup } = await doctor.postForm<{ checkup: { _id: string } }>(
      path,
      {},
      { file: bytes },
    );
    checkups.push(checkup._id);
  }
  const list = await staff.get<CheckupList>('/api/admin/checkups?limit=100');
  return checkups.map((checkup, index) => {
    const code = list.checkups.find(({ _id }) => _id === checkup)?.code ?? '';
    const about = { study: `2.25.${index + 1}.7`, code, frames: FRAMES };
    return { checkup, cbct: makeCbct(about, random) };
  });
}

type Records = ReturnType<typeof studyRecords>;

/** Lets quiet minutes pass until every study is assigned, and returns a sentence for each difference. */
async function compare(
  clinic: Clinic,
  ordered: readonly Ordered[],
  records: Records,
): Promise<string[]> {
  const deadline = Date.now() + DEADLINE;
  const open = () => ordered.filter(({ cbct }) => !records.isDone(cbct.study));
  while (Date.now() < deadline && open().length > 0) {
    for (const { cbct } of open()) await records.passTime(cbct.study, QUIET);
    await pause(POLL);
  }
  const staff = await clinic.signIn();
  const wrong = open().map(({ cbct }) => `not assigned: ${records.describe(cbct.study)}`);
  for (const { cbct, checkup } of ordered) {
    const difference = await findDifference(staff, cbct, checkup);
    if (difference) wrong.push(`study ${cbct.study} ${difference}`);
    const { silent } = records.countJoined(cbct.study);
    if (silent > 0) wrong.push(`study ${cbct.study}: ${silent} additions were not announced`);
  }
  return wrong;
}

async function findDifference(
  staff: ApiClient,
  { slices }: Cbct,
  id: string,
): Promise<string | undefined> {
  const deadline = Date.now() + DEADLINE;
  for (;;) {
    const { checkup } = await staff.get<FoundCheckup>(`/api/admin/checkups/${id}`);
    const volumes = checkup.xrayFileLinks;
    const [volume] = volumes;
    if (!volume || volumes.length > 1) return `is ${volumes.length} files`;
    if (volume.imaging.state === 'pending' && Date.now() < deadline) {
      await pause(POLL);
      continue;
    }
    const bytes = new Uint8Array(await (await staff.send('GET', volume.url)).arrayBuffer());
    const found = Object.values(unzipSync(bytes)).map((file) => hashDataSet(Buffer.from(file)));
    const expected = slices.map(({ dataSet }) => hashDataSet(dataSet));
    if (found.sort().join() !== expected.sort().join())
      return `has ${found.length} slices instead of ${expected.length}, or others`;
    const { kind, frames } = volume.imaging;
    return kind === 'volume' && frames === slices.length
      ? undefined
      : `is a ${kind} of ${frames} frames`;
  }
}
