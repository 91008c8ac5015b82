import { referralMoves } from '@deqiq/contract/referrals/referral-states.ts';
import { onBothDatabases } from '../both-databases.ts';
import type { Campaign, CampaignContext, Figure, Outcome } from '../campaign.ts';
import { type Result, runHistories } from './rounds.ts';

/** Histories of each database. */
const FULL = 5_000;
const SHORT = 30;

/** Findings that are printed; a broken guarantee fails in many histories. */
const MAX_FINDINGS = 10;

export const referrals: Campaign = {
  title: 'Referrals',
  about:
    'Random histories of referrals on two nodes on PostgreSQL, of which one has a wrong wall clock, and on one node on SQLite: partners and staff send, edit, accept, decline, book and cancel them, patients arrive and are merged, X-rays are attached and removed, reports are signed and withdrawn, examinations are deleted and restored, referrals expire. Up to three clients change one referral at once, and nodes are killed. After each kill, and at the end, each referral must be at the end of a path in the table of states, with one row of the audit for each step, one message for each state that has one, its examination with the right patient, one time at a machine where it is booked, and everything that was acknowledged. A refused call must be one that the present state does not allow.',

  run: (context: CampaignContext): Promise<Outcome> =>
    onBothDatabases(context, async ({ name, location, random, log }) => {
      const wanted = context.short ? SHORT : FULL;
      return toOutcome(name, await runHistories(location, wanted, random, log), context.short);
    }),
};

function toOutcome(name: string, result: Result, isShort: boolean): Outcome {
  const { histories, kills, aged, tally, moves, findings } = result;
  const figure = (what: string, count: number): Figure => ({ what: `${name}: ${what}`, count });
  const sum = (outcome: 'done' | 'refused' | 'cutOff') =>
    [...tally.values()].reduce((total, counts) => total + counts[outcome], 0);
  const names = new Set<string>(referralMoves.map(({ move }) => move));
  const missing = [...names].filter((move) => !moves.has(move));
  return {
    figures: [
      figure('histories', histories),
      figure('kills', kills),
      figure('calls acknowledged', sum('done')),
      figure('calls refused', sum('refused')),
      figure('calls cut off', sum('cutOff')),
      figure('referrals whose time was ended', aged),
      ...[...names].map((move) => figure(`moves: ${move}`, moves.get(move) ?? 0)),
      { ...figure('wrong', findings.length), must: 0 },
    ],
    findings: [
      ...findings.slice(0, MAX_FINDINGS).map((finding) => `${name}: ${finding}`),
      // A short run has few histories.
      ...(isShort ? [] : missing).map((move) => `${name}: no history made the move ${move}`),
    ],
  };
}
