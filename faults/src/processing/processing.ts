import { join } from 'node:path';
import { randomFrom } from '@deqiq/testkit/random.ts';
import type { Campaign, CampaignContext, Figure, Outcome } from '../campaign.ts';
import { runOnVolume } from '../disk-full/small-volume.ts';
import { type KillCounts, type KillOptions, killDecoders, killServers } from './kills.ts';
import { removeDuring } from './removals.ts';
import { newXRays } from './x-rays.ts';

const FULL = { sqlite: 70, postgres: 30, decoders: 60, removals: 60, levels: 12 };
const SHORT = { sqlite: 5, postgres: 3, decoders: 4, removals: 6, levels: 3 };

/** Bytes of free space on the full disk, the most telling first. */
const LEVELS = [
  0, 100_000, 1_000_000, 4_096, 16_384, 32_768, 50_000, 200_000, 300_000, 500_000, 2_000_000,
  3_000_000,
];

const INSIDE = new URL('./inside.ts', import.meta.url);

export const processing: Campaign = {
  title: 'While pictures are made',
  about:
    'Photographs, panoramics, volumes and series are uploaded. While their pictures are made, the server or its decoders are killed, the disk is full, or the checkup is deleted, purged or erased. What rows name must be whole at every moment, originals must stay as they were uploaded, every job must end, every file must be ready afterwards, and nothing may be left without a row.',

  async run(context: CampaignContext): Promise<Outcome> {
    const { short, random, folder, log } = context;
    const scale = short ? SHORT : FULL;
    const xRays = await newXRays({ isLarge: !short });
    const lane = (name: string) => ({
      location: { dataDir: join(folder, name) },
      xRays,
      log,
      random: randomFrom(random.below(2 ** 32)),
    });
    const killed = async () => [
      outcomeOf(
        'kills of the server, SQLite',
        await killServers({ ...lane('sqlite'), kills: scale.sqlite }),
      ),
      await onPostgres(context, { ...lane('postgres'), kills: scale.postgres }),
    ];
    const others = async () => [
      outcomeOf(
        'kills of decoders',
        await killDecoders({ ...lane('decoders'), kills: scale.decoders }),
      ),
      outcomeOf(
        'checkups deleted, purged or erased',
        await removeDuring({ ...lane('removals'), rounds: scale.removals }),
      ),
      await fillDisk(context, scale.levels),
    ];
    // In parallel: most of the time is spent waiting.
    return joined((await Promise.all([killed(), others()])).flat());
  },
};

async function onPostgres(context: CampaignContext, options: KillOptions): Promise<Outcome> {
  const url = await context.postgres();
  if (url === undefined)
    return { figures: [], findings: [], skipped: ['PostgreSQL: not installed on this machine'] };
  const location = { ...options.location, url };
  return outcomeOf('kills of the server, PostgreSQL', await killServers({ ...options, location }));
}

function outcomeOf(what: string, { kills, busy, files, swept, findings }: KillCounts): Outcome {
  const figures: Figure[] = [
    { what, count: kills },
    { what: `${what}: while a file was processed`, count: busy },
    { what: `${what}: files that are ready`, count: files },
    { what: `${what}: orphans swept a day later`, count: swept },
    { what: `${what}: half made, lost, left over or endless`, count: findings.length, must: 0 },
  ];
  return { figures, findings: findings.map((finding) => `${what}: ${finding}`) };
}

interface Report {
  readonly rounds: number;
  readonly delayed: number;
  readonly findings: readonly string[];
}

async function fillDisk({ folder, random }: CampaignContext, count: number): Promise<Outcome> {
  const levels = LEVELS.slice(0, count).join(',');
  const args = [levels, String(random.below(2 ** 32))];
  const result = await runOnVolume({ folder, megabytes: 160, program: INSIDE, args });
  if ('reason' in result) return { figures: [], findings: [], skipped: [result.reason] };
  const { rounds, delayed, findings } = JSON.parse(result.output) as Report;
  return {
    figures: [
      { what: 'times that the disk was full', count: rounds },
      { what: 'of them delayed until there was space', count: delayed },
      { what: 'half made, lost or left over on a full disk', count: findings.length, must: 0 },
    ],
    findings,
  };
}

const joined = (outcomes: readonly Outcome[]): Outcome => ({
  figures: outcomes.flatMap(({ figures }) => figures),
  findings: outcomes.flatMap(({ findings }) => findings),
  skipped: outcomes.flatMap(({ skipped = [] }) => skipped),
});
