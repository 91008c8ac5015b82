import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { hashDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { dicomwebClient } from '@deqiq/testkit/dicom/dicomweb.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { type Delivered, runMachine } from './machine.ts';

const FULL = 100;
const SHORT = 2;
const MACHINES = 3;

/** Milliseconds. */
const LONGEST_WAIT = 600;
const LONGEST_CUT = 300;
/** Without any progress. The intake pauses for up to five minutes after many outages. */
const DEADLINE = 480_000;
const POLL = 500;

export const intake: Campaign = {
  title: 'X-ray machines',
  about:
    'Three machines deliver studies to the intake without a pause and send again what is not acknowledged. Meanwhile the intake or the server is killed, or a network is cut. Afterwards each acknowledged instance must be in the server exactly once, with the same data set.',

  async run({ short, random, folder, log }: CampaignContext): Promise<Outcome> {
    const clinic = await startClinic(folder);
    try {
      return await attack(clinic, { rounds: short ? SHORT : FULL, random, log });
    } finally {
      await clinic.end();
    }
  },
};

interface Attack {
  readonly rounds: number;
  readonly random: Random;
  log(progress: string): void;
}

async function attack(clinic: Clinic, { rounds, random, log }: Attack): Promise<Outcome> {
  const delivered: Delivered = new Map();
  let isOver = false;
  const machines = Array.from({ length: MACHINES }, (_, index) => {
    const machine = {
      port: clinic.port,
      number: index + 1,
      random: randomFrom(random.below(2 ** 32)),
    };
    return runMachine(machine, delivered, () => isOver);
  });
  const strikes = {
    'kills of the intake': () => clinic.killIntake(),
    'kills of the server': () => clinic.killServer(),
    'cuts of a network': () => cutNetwork(clinic, random),
  };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const strike of Object.values(strikes)) {
        await pause(random.between(0, LONGEST_WAIT));
        await strike();
      }
      if (round % 10 === 0) log(`${round} times each`);
    }
  } finally {
    isOver = true;
    await Promise.allSettled(machines);
  }
  await Promise.all(machines);
  const wrong = await compare(clinic, delivered);
  const count = [...delivered.values()].reduce((sum, instances) => sum + instances.size, 0);
  return {
    figures: [
      ...Object.keys(strikes).map((what) => ({ what, count: rounds })),
      { what: 'acknowledged instances', count },
      { what: 'lost, changed or doubled', count: wrong.length, must: 0 },
    ],
    findings: wrong.slice(0, 20),
  };
}

async function cutNetwork({ networks }: Clinic, random: Random): Promise<void> {
  const network = random.pick(networks);
  network.cut();
  await pause(random.between(0, LONGEST_CUT));
  network.mend();
}

/** Compares what the server returns with what was acknowledged. Returns a sentence for each difference. */
async function compare(clinic: Clinic, delivered: Delivered): Promise<string[]> {
  const staff = await untilComplete(clinic);
  const dicomweb = dicomwebClient(`${clinic.serverUrl}/dicom-web`, staff.token);
  const wrong: string[] = [];
  for (const [study, instances] of delivered) {
    if (instances.size === 0) continue;
    const files = await dicomweb.retrieveStudy({ studyInstanceUID: study }).catch(() => []);
    const found = files.map((file) => hashDataSet(Buffer.from(file))).sort();
    const expected = [...instances.values()].sort();
    if (found.length !== expected.length || found.some((each, index) => each !== expected[index]))
      wrong.push(
        `study ${study} has ${found.length} instances, ${expected.length} were acknowledged`,
      );
  }
  return wrong;
}

/** Waits until everything is forwarded, packed and listed; returns staff. */
async function untilComplete(clinic: Clinic): Promise<ApiClient> {
  await untilNone('files wait in the spool', () => clinic.countWaiting());
  await untilNone('jobs wait', () => clinic.countJobs());
  return clinic.signIn();
}

/** Throws when nothing has changed for some minutes. */
async function untilNone(what: string, count: () => Promise<number>): Promise<void> {
  let min = Number.POSITIVE_INFINITY;
  let changedAt = Date.now();
  for (;;) {
    const left = await count();
    if (left === 0) return;
    if (left < min) {
      min = left;
      changedAt = Date.now();
    }
    if (Date.now() - changedAt > DEADLINE) throw new Error(`${left} ${what}`);
    await pause(POLL);
  }
}
