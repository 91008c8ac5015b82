import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import type { DatabaseRun } from '../both-databases.ts';
import { withRows } from '../crash/compare/rows.ts';
import { startClinic } from '../referrals/clinic.ts';
import { type Author, addAuthors, FIELDS } from './authors.ts';
import { type Counts, write } from './window.ts';

/** Milliseconds of writing before a kill. */
const MIN_WORK = 50;
const MAX_WORK = 600;

/** Kills between two times of signing in: an access token lives ten minutes. */
const RENEWAL = 50;

interface Run extends Omit<DatabaseRun, 'name'> {
  readonly kills: number;
}

/** Writes and kills so many times; after each kill the stored drafts are compared. */
export async function runDrafts({ location, kills, random, log }: Run) {
  const clinic = await startClinic(location, {});
  const counts: Counts = { saves: 0, conflicts: 0, 'cut off': 0 };
  const findings = new Set<string>();
  try {
    const authors = await addAuthors(clinic);
    for (let kill = 1; kill <= kills; kill += 1) {
      let isOver = false;
      const windows = authors.flatMap((author) =>
        FIELDS.map((fields) => {
          const own = randomFrom(random.below(2 ** 32));
          const scope = { clinic, author, fields, counts, findings, random: own };
          return write({ ...scope, isOver: () => isOver });
        }),
      );
      await pause(random.between(MIN_WORK, MAX_WORK));
      const victim = random.pick(clinic.nodes);
      // Work continues at another node.
      isOver = clinic.nodes.length === 1;
      await clinic.kill(victim);
      if (isOver) await Promise.all(windows);
      await clinic.restart(victim);
      isOver = true;
      await Promise.all(windows);
      await compare(location, authors, findings);
      if (kill % RENEWAL === 0)
        for (const author of authors)
          author.token = (await new ApiClient(victim.port).signIn('admin', author.login)).token;
      if (kill % 10 === 0) log(`${kill} kills, ${counts.saves} saves`);
    }
    return { counts, findings: [...findings] };
  } finally {
    await clinic.end();
  }
}

/** Adds one sentence for each text that is lost, or is another author's. */
const compare = (location: Run['location'], authors: readonly Author[], findings: Set<string>) =>
  withRows(location, async (select) => {
    for (const { name, report, texts } of authors) {
      const [row] = await select(
        `select content from diagnostic_reports where id = '${report._id}'`,
      );
      const content = JSON.parse(String(row?.content ?? '{}')) as Record<string, string>;
      for (const [field, register] of texts) {
        const text = content[field] ?? '';
        if (!register.possible.has(text))
          findings.add(
            `${name}: ${field} is "${text}" instead of ${[...register.possible].join(' or ')}`,
          );
        if (text !== '' && !text.startsWith(name))
          findings.add(`${name}: ${field} is of another author: "${text}"`);
      }
    }
  });
