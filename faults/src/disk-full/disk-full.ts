import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { runOnVolume } from './small-volume.ts';

const INSIDE = new URL('./inside.ts', import.meta.url);

/** Bytes of free space that are left for the actions. */
const SHORT = [0, 50_000, 3_000_000];
const FULL = [
  0, 4_096, 8_192, 16_384, 32_768, 50_000, 65_536, 100_000, 300_000, 700_000, 1_500_000, 3_000_000,
];

export const diskFull: Campaign = {
  title: 'The disk is full',
  about:
    'The data folder is on a volume of 64 MiB that another file fills up to a few bytes. Every action that needs space is tried: it must succeed or be refused with 507 and its message, leave nothing incomplete, and reading must continue. Once there is space again everything must work, in the same process.',

  async run({ short, random, folder }: CampaignContext): Promise<Outcome> {
    const args = [(short ? SHORT : FULL).join(','), String(random.below(2 ** 32))];
    const result = await runOnVolume({ folder, megabytes: 64, program: INSIDE, args });
    if ('reason' in result) return { figures: [], findings: [], skipped: [result.reason] };
    return outcomeOf(JSON.parse(result.output) as Report);
  },
};

interface Report {
  readonly counts: { tried: number; refused: number; done: number; reads: number };
  readonly findings: readonly string[];
}

const outcomeOf = ({ counts, findings }: Report): Outcome => ({
  figures: [
    { what: 'writes tried with little or no space', count: counts.tried },
    { what: 'of them refused with 507', count: counts.refused },
    { what: 'of them successful', count: counts.done },
    { what: 'reads meanwhile', count: counts.reads },
    {
      what: 'other responses, incomplete writes, or failures with space again',
      count: findings.length,
      must: 0,
    },
  ],
  findings,
});
