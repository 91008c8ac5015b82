import { join } from 'node:path';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { Campaign, CampaignContext, Figure, Outcome } from '../campaign.ts';
import { killFirstStarts } from './first-start.ts';
import { killUpgrades, killUpgradesOf } from './migration.ts';
import { type KillResult, killAtRandom, onSqlite } from './rounds.ts';
import { SLOWEST_START } from './start-duration.ts';
import { failAtCalls } from './syscalls/failing.ts';
import { killAtCalls } from './syscalls/killed.ts';
import { whyNoStrace } from './syscalls/strace.ts';

/** Scale of the campaign: kills by database, calls of an operation (undefined: all), kills of a start. */
const FULL = { sqlite: 200, postgres: 100, killed: undefined, failing: undefined, starts: 40 };
const SHORT = { sqlite: 8, postgres: 5, killed: 1, failing: 2, starts: 2 };

export const crash: Campaign = {
  title: 'Killed at any moment',
  about:
    'The real server is killed with SIGKILL at random moments while users upload, merge, send pictures, book points, order gifts and delete, and, under strace, before single system calls on the data folder. There every call that changes the disk is also made to fail (EIO, ENOSPC). After every restart everything acknowledged is read over HTTP, and rows, files, checksums and the ledger are compared on the disk. Incomplete objects must be gone after the garbage collector has run. The log of calls also shows what a power cut would lose.',

  async run(context: CampaignContext): Promise<Outcome> {
    // In parallel: most of the time is spent waiting for servers to start.
    const lanes = [atRandomMoments(context, fork(context)), atSingleCalls(context, fork(context))];
    return joined(await Promise.all(lanes));
  },
};

/** Parallel parts draw from separate random sequences. */
const fork = ({ random }: CampaignContext): Random => randomFrom(random.below(2 ** 32));

async function atRandomMoments(context: CampaignContext, random: Random): Promise<Outcome> {
  const scale = context.short ? SHORT : FULL;
  const sqlite = await killAtRandom({
    random,
    kills: scale.sqlite,
    location: onSqlite(context.folder),
    log: (progress) => context.log(`SQLite: ${progress}`),
  });
  const url = await context.postgres();
  if (url === undefined)
    return {
      ...outcomeOf('SQLite', sqlite),
      skipped: ['PostgreSQL: not installed on this machine'],
    };
  const postgres = await killAtRandom({
    random,
    kills: scale.postgres,
    location: async (life) => ({
      dataDir: join(context.folder, `postgres-${life}`),
      url: life === 0 ? url : await context.postgres(),
    }),
    log: (progress) => context.log(`PostgreSQL: ${progress}`),
  });
  return joined([
    outcomeOf('SQLite', sqlite),
    outcomeOf('PostgreSQL', postgres),
    await upgradesOfPostgres(context, random, Math.ceil(scale.starts / 2)),
  ]);
}

function outcomeOf(database: string, killed: KillResult): Outcome {
  const { counts, slowestStart } = killed;
  const figure = (what: string, count: number): Figure => ({ what: `${what}, ${database}`, count });
  return {
    figures: [
      figure('kills at random moments', killed.kills),
      figure('chunks acknowledged', counts.chunks),
      figure('files of checkups acknowledged', counts.files),
      figure('forms with pictures acknowledged', counts.pictures),
      figure('changes of points acknowledged', counts.points),
      figure('small writes acknowledged', counts.small),
      figure('requests cut off', counts.cutOff),
      figure('orphans the garbage collector removed', killed.swept),
      figure('slowest start, ms', Math.round(slowestStart)),
      { ...figure('starts of more than 10 s', slowestStart > SLOWEST_START ? 1 : 0), must: 0 },
      { ...figure('acknowledged and lost', killed.lost.length), must: 0 },
      { ...figure('rows, files or sums that do not match', killed.broken.length), must: 0 },
    ],
    findings: [...killed.lost, ...killed.broken].map((finding) => `${database}: ${finding}`),
  };
}

async function upgradesOfPostgres(context: CampaignContext, random: Random, rounds: number) {
  let count = 0;
  const newLocation = async () => {
    count += 1;
    const dataDir = join(context.folder, `upgrade-postgres-${count}`);
    return { dataDir, url: await context.postgres() };
  };
  const { killed, wrong } = await killUpgradesOf(newLocation, random, rounds);
  context.log(`PostgreSQL: ${killed} upgrades killed`);
  const what = 'first starts of a new version killed during the migration, PostgreSQL';
  return { figures: [{ what, count: killed }], findings: wrong };
}

async function atSingleCalls(context: CampaignContext, random: Random): Promise<Outcome> {
  const reason = whyNoStrace();
  if (reason) return { figures: [], findings: [], skipped: [`kills at single calls: ${reason}`] };
  const { folder, log } = context;
  const scale = context.short ? SHORT : FULL;
  const killed = await killAtCalls({ folder, random, log, sample: scale.killed });
  const failing = await failAtCalls({ folder, random, sample: scale.failing });
  log(`${failing.io + failing.full} calls failed`);
  const first = await killFirstStarts(folder, random, scale.starts);
  const upgrades = await killUpgrades(folder, random, scale.starts);
  log(`${first.killed + upgrades.killed} first starts and upgrades killed`);
  const wrong = [killed, failing].flatMap(({ found }) => [...found.lost, ...found.broken]);
  const findings = [...wrong, ...first.wrong, ...upgrades.wrong];
  return {
    figures: [
      ...killed.points.flatMap(({ title, calls, changing, killed, missed }) => [
        { what: `calls on the data folder of ${title}`, count: calls },
        { what: `of these, calls of ${title} that change the disk`, count: changing },
        { what: `kills before calls of ${title}`, count: killed },
        { what: `calls of ${title} that did not occur again`, count: missed },
      ]),
      { what: 'calls that failed with EIO', count: failing.io },
      { what: 'calls that failed with ENOSPC', count: failing.full },
      { what: 'operations refused because a call failed', count: failing.refused },
      { what: 'calls of a first start in an empty data folder', count: first.calls },
      { what: 'first starts killed at a call', count: first.killed },
      {
        what: 'first starts of a new version killed during the migration, SQLite',
        count: upgrades.killed,
      },
      { what: 'lost, incomplete or out of order at single calls', count: findings.length, must: 0 },
    ],
    findings,
  };
}

const joined = (outcomes: readonly Outcome[]): Outcome => ({
  figures: outcomes.flatMap(({ figures }) => figures),
  findings: outcomes.flatMap(({ findings }) => findings),
  skipped: outcomes.flatMap(({ skipped = [] }) => skipped),
});
