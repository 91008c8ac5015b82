import { describeRun, onBothDatabases } from '../both-databases.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { runBookings } from './rounds.ts';

/** Attempts to take a time, on each database. */
const FULL = 50_000;
const SHORT = 500;

export const bookings: Campaign = {
  title: 'Bookings',
  about:
    'Visitors and staff want the same few times of two machines, on two nodes on PostgreSQL and on one node on SQLite: they book, move and cancel, and nodes are killed. After each kill no machine has two patients at one time, and every acknowledged booking has the time that its last acknowledged call gave it.',

  run: (context: CampaignContext): Promise<Outcome> =>
    onBothDatabases(context, async ({ name, ...database }) => {
      const wanted = context.short ? SHORT : FULL;
      const { counts, findings } = await runBookings({ ...database, wanted });
      return describeRun(name, { counts, findings, wrong: 'wrong' });
    }),
};
