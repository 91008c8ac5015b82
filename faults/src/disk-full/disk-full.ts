import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';

const INSIDE = fileURLToPath(new URL('./inside.ts', import.meta.url));

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
    const volume = join(folder, 'volume');
    mkdirSync(volume);
    // In a process of its own, so that nothing stays mounted after it.
    const mount = `mount -t tmpfs -o size=64m none '${volume}' && exec "$0" "$@"`;
    const inside = ['--mount', '--map-root-user', 'sh', '-c', mount];
    const probe = spawnSync('unshare', [...inside, 'true'], { encoding: 'utf8' });
    if (probe.status !== 0) return skipped(probe.error?.message ?? probe.stderr);
    const levels = (short ? SHORT : FULL).join(',');
    const command = [process.execPath, INSIDE, volume, levels, String(random.below(2 ** 32))];
    const child = spawn('unshare', [...inside, ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (status !== 0) throw new Error(`inside.ts exited with ${status}: ${output}`);
    return outcomeOf(JSON.parse(output) as Report);
  },
};

interface Report {
  readonly counts: { tried: number; refused: number; done: number; reads: number };
  readonly findings: readonly string[];
}

const skipped = (reason: string): Outcome => ({
  figures: [],
  findings: [],
  skipped: [`a small volume cannot be mounted on this machine: ${reason.trim()}`],
});

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
