import { join } from 'node:path';
import type { Campaign, CampaignContext, Figure, Outcome } from '../campaign.ts';
import { backUpAndRestore, DAMAGED_A_ROUND, type RoundsResult } from './rounds.ts';

/** Number of backups by database. */
const ROUNDS = { full: { sqlite: 10, postgres: 10 }, short: { sqlite: 2, postgres: 1 } };

export const backup: Campaign = {
  title: 'Backups under load, restored',
  about:
    'While users upload, merge, send pictures, book points, order gifts and delete, one backup is killed and one is completed. The complete one is restored into an empty data folder. There every row is compared with its file, and a server must return everything that was acknowledged before the backup began, byte for byte. Restores of damaged copies must be refused and leave nothing behind.',

  async run(context: CampaignContext): Promise<Outcome> {
    const rounds = context.short ? ROUNDS.short : ROUNDS.full;
    const { random, folder, log } = context;
    const sqlite = await backUpAndRestore({
      random,
      rounds: rounds.sqlite,
      folder: join(folder, 'sqlite'),
      newLocation: async (name) => ({ dataDir: join(folder, 'sqlite', name) }),
      log: (progress) => log(`SQLite: ${progress}`),
    });
    const outcome = outcomeOf('SQLite', rounds.sqlite, sqlite);
    if ((await context.postgres()) === undefined)
      return { ...outcome, skipped: ['PostgreSQL is not available on this machine'] };
    const postgres = await backUpAndRestore({
      random,
      rounds: rounds.postgres,
      folder: join(folder, 'postgres'),
      newLocation: async (name) => ({
        dataDir: join(folder, 'postgres', name),
        url: await context.postgres(),
      }),
      log: (progress) => log(`PostgreSQL: ${progress}`),
    });
    const other = outcomeOf('PostgreSQL', rounds.postgres, postgres);
    return {
      figures: [...outcome.figures, ...other.figures],
      findings: [...outcome.findings, ...other.findings],
    };
  },
};

function outcomeOf(database: string, rounds: number, { counts, findings }: RoundsResult): Outcome {
  const figure = (what: string, count: number): Figure => ({ what: `${what}, ${database}`, count });
  return {
    figures: [
      { ...figure('backups made under load and verified', counts.good), must: rounds },
      figure('backups killed half way', counts.killed),
      figure('writes acknowledged during backups', counts.meanwhile),
      figure('files and pictures restored and read', counts.read),
      {
        ...figure('damaged backups refused without leftovers', counts.refused),
        must: rounds * DAMAGED_A_ROUND,
      },
    ],
    findings: findings.map((finding) => `${database}: ${finding}`),
  };
}
