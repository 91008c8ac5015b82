import { describeRun, onBothDatabases } from '../both-databases.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { runEditors } from './rounds.ts';

/** Kills on each database. */
const FULL = 100;
const SHORT = 4;

export const editors: Campaign = {
  title: 'Editors of reports',
  about:
    'Two radiologists type reports of one examination in two browsers, each in two windows. A browser or a node is killed, or a network is cut, while they type on. Of a killed browser every key older than two seconds must be stored; of the other interruptions every key, and no report may have a key of the other author.',

  run: (context: CampaignContext): Promise<Outcome> =>
    onBothDatabases(context, async ({ name, ...database }) => {
      const kills = context.short ? SHORT : FULL;
      const { counts, findings } = await runEditors({ ...database, kills });
      return describeRun(name, { counts, findings, wrong: 'lost or overwritten' });
    }),
};
