import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@deqiq/testkit/random.ts';
import type { DatabaseRun } from '../both-databases.ts';
import { withRows } from '../crash/compare/rows.ts';
import { addAuthors } from '../drafts/authors.ts';
import { type Clinic, startClinic } from '../referrals/clinic.ts';
import { Desk } from './desk.ts';

/** Milliseconds that a cut-off request may still take at the server, and milliseconds without a server or a network. */
const LAST_REQUEST = 500;
const MAX_OUTAGE = 3_000;

const interruptions = ['browser', 'server', 'network'] as const;

type Counts = Record<`interruptions of a ${(typeof interruptions)[number]}` | 'keys', number>;

interface Run extends Omit<DatabaseRun, 'name'> {
  readonly kills: number;
}

/** Lets two authors type, and interrupts them so many times; afterwards the stored reports are compared. */
export async function runEditors({ location, kills, random, log }: Run) {
  const clinic = await startClinic(location, {});
  const counts: Counts = {
    'interruptions of a browser': 0,
    'interruptions of a server': 0,
    'interruptions of a network': 0,
    keys: 0,
  };
  const findings = new Set<string>();
  const desks: Desk[] = [];
  try {
    for (const [index, author] of (await addAuthors(clinic)).entries()) {
      const node = clinic.nodes[index % clinic.nodes.length];
      if (node) desks.push(new Desk(author, node));
    }
    for (const desk of desks) await desk.open();
    for (let kill = 1; kill <= kills; kill += 1) {
      const interruption = random.pick(interruptions);
      counts[`interruptions of a ${interruption}`] += 1;
      await typeFor(desks, random);
      if (interruption === 'browser') await killBrowser(location, desks, random, findings);
      else if (interruption === 'server') await killServer(clinic, desks, random);
      else await cutNetwork(desks, random);
      await Promise.all(desks.map((desk) => desk.whenSaved()));
      for (const desk of desks) await compare(location, desk, findings);
      if (kill % 10 === 0) log(`${kill} kills`);
    }
    for (const { keys } of desks) counts.keys += keys;
    return { counts, findings: [...findings] };
  } finally {
    for (const desk of desks) await desk.kill();
    await clinic.end();
  }
}

/** Both authors type up to three words in each of their windows. */
async function typeFor(desks: readonly Desk[], random: Random): Promise<void> {
  const words = random.between(1, 3);
  await Promise.all(
    desks.map(async (desk) => {
      for (let word = 0; word < words; word += 1) {
        await desk.type(random);
        await pause(random.below(1_200));
      }
    }),
  );
}

async function killBrowser(
  location: Run['location'],
  desks: readonly Desk[],
  random: Random,
  findings: Set<string>,
): Promise<void> {
  const victim = random.pick(desks);
  const gone = performance.now();
  await victim.kill();
  await pause(LAST_REQUEST);
  const stored = await readStored(location, victim);
  for (const [field, typed] of victim.typed) {
    const text = stored[field] ?? '';
    const possible = typed.possibleAt(gone);
    if (!possible.includes(text))
      findings.add(
        `${victim.author.name}: after the kill of the browser ${field} is "${text}" instead of "${possible[0]}" or later`,
      );
    typed.reset(text);
  }
  await victim.open();
}

/** The authors type on while the server is away. */
async function killServer(clinic: Clinic, desks: readonly Desk[], random: Random): Promise<void> {
  const node = random.pick(clinic.nodes);
  await clinic.kill(node);
  await typeFor(desks, random);
  await clinic.restart(node);
}

async function cutNetwork(desks: readonly Desk[], random: Random): Promise<void> {
  const victim = random.pick(desks);
  await victim.setOffline(true);
  await typeFor(desks, random);
  await pause(random.below(MAX_OUTAGE));
  await victim.setOffline(false);
}

/** Adds a sentence for each text that is not the typed one, on the server or in its window. */
async function compare(
  location: Run['location'],
  desk: Desk,
  findings: Set<string>,
): Promise<void> {
  const stored = await readStored(location, desk);
  for (const [field, { text }] of desk.typed) {
    const shown = await desk.shown(field);
    for (const [where, found] of [
      ['stored', stored[field] ?? ''],
      ['shown', shown],
    ] as const)
      if (found !== text)
        findings.add(
          `${desk.author.name}: ${field} is ${where} as "${found}" instead of "${text}"`,
        );
  }
}

const readStored = (
  location: Run['location'],
  { author }: Desk,
): Promise<Readonly<Record<string, string>>> =>
  withRows(location, async (select) => {
    const [row] = await select(
      `select content from diagnostic_reports where id = '${author.report._id}'`,
    );
    return JSON.parse(String(row?.content ?? '{}')) as Record<string, string>;
  });
