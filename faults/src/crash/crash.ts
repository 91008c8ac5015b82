import { join } from 'node:path';
import type { Campaign, Figure, Outcome, Setting } from '../campaign.ts';
import { type Killed, killAtRandom, onSqlite, SLOWEST_START } from './rounds.ts';

/** Kills of a whole run, and of a short one, by database. */
const KILLS = { full: { sqlite: 200, postgres: 100 }, short: { sqlite: 12, postgres: 8 } };

export const crash: Campaign = {
  title: 'Killed at any moment',
  about:
    'The real server is killed with SIGKILL while chunks, merges, pictures, points, gifts and deletions go on. After every restart all that was acknowledged is asked for over HTTP, and rows, files, checksums and the ledger are compared on the disk.',

  async run(setting: Setting): Promise<Outcome> {
    const kills = setting.short ? KILLS.short : KILLS.full;
    const { random, folder, say } = setting;
    const sqlite = await killAtRandom({
      random,
      kills: kills.sqlite,
      place: onSqlite(folder),
      say: (progress) => say(`SQLite: ${progress}`),
    });
    const outcome = outcomeOf('SQLite', sqlite);
    const url = await setting.postgres();
    if (url === undefined) return { ...outcome, skipped: ['there is no PostgreSQL here'] };
    const postgres = await killAtRandom({
      random,
      kills: kills.postgres,
      place: async (life) => ({
        dataDir: join(folder, `postgres-${life}`),
        url: life === 0 ? url : await setting.postgres(),
      }),
      say: (progress) => say(`PostgreSQL: ${progress}`),
    });
    return joined(outcome, outcomeOf('PostgreSQL', postgres));
  },
};

const joined = (one: Outcome, other: Outcome): Outcome => ({
  figures: [...one.figures, ...other.figures],
  findings: [...one.findings, ...other.findings],
});

const outcomeOf = (database: string, killed: Killed): Outcome => ({
  figures: figuresOf(database, killed),
  findings: [...killed.lost, ...killed.broken].map((finding) => `${database}: ${finding}`),
});

function figuresOf(database: string, killed: Killed): Figure[] {
  const { counts } = killed;
  const figure = (what: string, count: number): Figure => ({ what: `${what}, ${database}`, count });
  return [
    figure('kills at random moments', killed.kills),
    figure('chunks acknowledged', counts.chunks),
    figure('files of checkups acknowledged', counts.files),
    figure('forms with pictures acknowledged', counts.pictures),
    figure('changes of points acknowledged', counts.points),
    figure('small writes acknowledged', counts.small),
    figure('calls cut off', counts.cutOff),
    figure('orphans the sweeper took', killed.swept),
    figure('milliseconds of the slowest start', Math.round(killed.slowestStart)),
    { ...figure('starts of more than 10 s', killed.slowestStart > SLOWEST_START ? 1 : 0), must: 0 },
    { ...figure('acknowledged and lost', killed.lost.length), must: 0 },
    { ...figure('rows, files or figures that disagree', killed.broken.length), must: 0 },
  ];
}
