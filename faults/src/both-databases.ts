import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import type { CampaignContext, Outcome } from './campaign.ts';

/** One database of a campaign. */
export interface DatabaseRun {
  readonly name: string;
  readonly location: DataLocation;
  readonly random: Random;
  readonly log: (progress: string) => void;
}

/** Runs a campaign on SQLite and then on PostgreSQL, in folders of their own; skips PostgreSQL where it is not installed. */
export async function onBothDatabases(
  { random, folder, postgres, log }: CampaignContext,
  run: (database: DatabaseRun) => Promise<Outcome>,
): Promise<Outcome> {
  const runOn = (name: string, url?: string): Promise<Outcome> => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    return run({
      name,
      location: { dataDir, ...(url !== undefined && { url }) },
      random: randomFrom(random.below(2 ** 32)),
      log: (progress) => log(`${name}: ${progress}`),
    });
  };
  const outcomes = [await runOn('SQLite')];
  const url = await postgres();
  if (url !== undefined) outcomes.push(await runOn('PostgreSQL', url));
  return {
    figures: outcomes.flatMap(({ figures }) => figures),
    findings: outcomes.flatMap(({ findings }) => findings),
    skipped: url === undefined ? ['PostgreSQL: not installed on this machine'] : [],
  };
}

/** Findings that are printed; a broken guarantee fails in many places. */
const MAX_FINDINGS = 10;

/** The counts and findings on one database, under its name. `wrong` names the number of findings, which must be 0. */
export const describeRun = (
  name: string,
  {
    counts,
    findings,
    wrong,
  }: {
    readonly counts: Readonly<Record<string, number>>;
    readonly findings: readonly string[];
    readonly wrong: string;
  },
): Outcome => ({
  figures: [
    ...Object.entries(counts).map(([what, count]) => ({ what: `${name}: ${what}`, count })),
    { what: `${name}: ${wrong}`, count: findings.length, must: 0 },
  ],
  findings: findings.slice(0, MAX_FINDINGS).map((finding) => `${name}: ${finding}`),
});
