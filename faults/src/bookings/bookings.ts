import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '@deqiq/testkit/random.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { runBookings } from './rounds.ts';

/** Attempts to take a time, on each database. */
const FULL = 50_000;
const SHORT = 500;

/** Findings that are printed; a broken guarantee fails in many bookings. */
const MAX_FINDINGS = 10;

export const bookings: Campaign = {
  title: 'Bookings',
  about:
    'Visitors and staff want the same few times of two machines, on two nodes on PostgreSQL and on one node on SQLite: they book, move and cancel, and nodes are killed. After each kill no machine has two patients at one time, and every acknowledged booking has the time that its last acknowledged call gave it.',

  async run({ short, random, folder, postgres, log }: CampaignContext): Promise<Outcome> {
    const run = async (name: string, url?: string): Promise<Outcome> => {
      const dataDir = join(folder, name);
      mkdirSync(dataDir);
      const location: DataLocation = { dataDir, ...(url !== undefined && { url }) };
      const { counts, findings } = await runBookings(location, {
        wanted: short ? SHORT : FULL,
        random: randomFrom(random.below(2 ** 32)),
        log: (progress) => log(`${name}: ${progress}`),
      });
      return {
        figures: [
          ...Object.entries(counts).map(([what, count]) => ({ what: `${name}: ${what}`, count })),
          { what: `${name}: wrong`, count: findings.length, must: 0 },
        ],
        findings: findings.slice(0, MAX_FINDINGS).map((finding) => `${name}: ${finding}`),
        skipped: [],
      };
    };
    const outcomes = [await run('SQLite')];
    const url = await postgres();
    if (url !== undefined) outcomes.push(await run('PostgreSQL', url));
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      findings: outcomes.flatMap(({ findings }) => findings),
      skipped: url === undefined ? ['PostgreSQL: not installed on this machine'] : [],
    };
  },
};
