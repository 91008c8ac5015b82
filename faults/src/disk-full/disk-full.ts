import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';

const INSIDE = fileURLToPath(new URL('./inside.ts', import.meta.url));

/** Bytes of room that are left when people go on working. */
const SHORT = [0, 50_000, 3_000_000];
const FULL = [
  0, 4_096, 8_192, 16_384, 32_768, 50_000, 65_536, 100_000, 300_000, 700_000, 1_500_000, 3_000_000,
];

export const diskFull: Campaign = {
  title: 'The disk is full',
  about:
    'The data folder lies on a volume of 64 MiB that another file fills up to a few bytes. Everything that needs room is tried: it is done or refused with 507 and its sentence, leaves nothing half-made, and reading goes on. Once there is room again everything works, in the same process.',

  async run({ short, random, folder }: CampaignContext): Promise<Outcome> {
    const volume = join(folder, 'volume');
    mkdirSync(volume);
    // Of a process of its own: whatever becomes of it, nothing stays mounted.
    const mount = `mount -t tmpfs -o size=64m none '${volume}' && exec "$0" "$@"`;
    const inside = ['--mount', '--map-root-user', 'sh', '-c', mount];
    const probe = spawnSync('unshare', [...inside, 'true'], { encoding: 'utf8' });
    if (probe.status !== 0) return skipped(probe.error?.message ?? probe.stderr);
    const levels = (short ? SHORT : FULL).join(',');
    const words = [process.execPath, INSIDE, volume, levels, String(random.below(2 ** 32))];
    const child = spawn('unshare', [...inside, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (status !== 0) throw new Error(`inside.ts ended with ${status}: ${said}`);
    return outcomeOf(JSON.parse(said) as Report);
  },
};

interface Report {
  readonly counts: { tried: number; refused: number; kept: number; reads: number };
  readonly findings: readonly string[];
}

const skipped = (reason: string): Outcome => ({
  figures: [],
  findings: [],
  skipped: [`a small volume cannot be mounted here: ${reason.trim()}`],
});

const outcomeOf = ({ counts, findings }: Report): Outcome => ({
  figures: [
    { what: 'writes tried with little room or none', count: counts.tried },
    { what: 'of them refused with 507', count: counts.refused },
    { what: 'of them done', count: counts.kept },
    { what: 'reads meanwhile', count: counts.reads },
    {
      what: 'answered otherwise, half-made, or not working again',
      count: findings.length,
      must: 0,
    },
  ],
  findings,
});
