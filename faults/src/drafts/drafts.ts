import { describeRun, onBothDatabases } from '../both-databases.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { runDrafts } from './rounds.ts';

/** Kills on each database. */
const FULL = 100;
const SHORT = 4;

export const drafts: Campaign = {
  title: 'Drafts of reports',
  about:
    'Two radiologists write reports of one examination, each in two windows, on two nodes on PostgreSQL and on one node on SQLite, and nodes are killed. After each kill every text is the last acknowledged one of its window or one that was cut off later, and no report has a word of the other author.',

  run: (context: CampaignContext): Promise<Outcome> =>
    onBothDatabases(context, async ({ name, ...database }) => {
      const kills = context.short ? SHORT : FULL;
      const { counts, findings } = await runDrafts({ ...database, kills });
      return describeRun(name, {
        counts: { kills, ...counts },
        findings,
        wrong: 'lost or overwritten',
      });
    }),
};
