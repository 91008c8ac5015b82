import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { startServerCluster } from '@deqiq/testkit/process/server-cluster.ts';
import type { Campaign, CampaignContext, Figure, Outcome } from '../campaign.ts';
import { raceDeletionsWithChanges } from './changes.ts';
import { type Clinic, clinicOf } from './clinic.ts';
import { raceDeletionsWithMerges, raceMerges } from './files.ts';
import { raceAdditions, raceForLastPoint, raceSettlements } from './points.ts';
import { createReleaser } from './releaser.ts';

const ROUNDS = { short: 6, full: 300 };
const TOGETHER = 40;
/** Maximum number of printed findings per race; a broken guarantee fails in nearly every round. */
const MAX_FINDINGS = 3;

type Race = (clinic: Clinic, together: number) => Promise<string[]>;

const contests: Readonly<Record<string, Race>> = {
  'for the last point': raceForLastPoint,
  'confirm against reject': raceSettlements,
  'merges of one upload': raceMerges,
  'deletion against merge': raceDeletionsWithMerges,
  'additions to one balance': raceAdditions,
  'deletion against changes': raceDeletionsWithChanges,
};

/** Of two requests that race, at most one wins. */
export const races: Campaign = {
  title: 'Races',
  about: `${TOGETHER} connections (50 for additions) each send a call without its last byte. Then all last bytes are sent together: to one server on SQLite, to two on PostgreSQL. After each round statuses, rows, ledger and files must be those of a single winner.`,
  async run(context) {
    const outcomes = [await runRaces(context, 'SQLite')];
    const url = await context.postgres();
    if (url !== undefined) outcomes.push(await runRaces(context, 'PostgreSQL', url));
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      findings: outcomes.flatMap(({ findings }) => findings),
      skipped: url === undefined ? ['PostgreSQL: not available on this machine'] : [],
    };
  },
};

async function runRaces(
  { short, random, folder, log }: CampaignContext,
  kind: string,
  url?: string,
): Promise<Outcome> {
  const dataDir = join(folder, kind);
  mkdirSync(dataDir);
  const ends: (() => Promise<void>)[] = [];
  const after = (end: () => Promise<void>) => ends.unshift(end);
  const location = { dataDir, ...(url && { url }), drop: async () => {} };
  try {
    const servers = await startServerCluster({ after }, location);
    const { release: released, end } = createReleaser(servers.ports);
    after(async () => end());
    let calls = 0;
    const counting: typeof released = (all) => {
      calls += all.length;
      return released(all);
    };
    const clinic = await clinicOf(servers, { released: counting, random });
    const rounds = short ? ROUNDS.short : ROUNDS.full;
    const findings: string[] = [];
    for (const [name, race] of Object.entries(contests)) {
      const wrong: string[] = [];
      for (let round = 1; round <= rounds; round += 1)
        for (const finding of await race(clinic, TOGETHER))
          wrong.push(`round ${round}: ${finding}`);
      findings.push(...wrong.slice(0, MAX_FINDINGS).map((text) => `${kind}, ${name}, ${text}`));
      if (wrong.length > MAX_FINDINGS)
        findings.push(`${kind}, ${name}: ${wrong.length - MAX_FINDINGS} more rounds`);
      log(`${kind}: ${rounds} rounds ${name}, ${wrong.length} of them wrong`);
    }
    await assertBooked(servers.db).catch((error: Error) =>
      findings.push(`${kind}: ${error.message}`),
    );
    return { figures: figuresOf(kind, servers.ports.length, rounds, calls), findings };
  } finally {
    for (const end of ends) await end();
  }
}

const figuresOf = (kind: string, servers: number, rounds: number, calls: number): Figure[] => [
  {
    what: `rounds on ${kind}, ${servers} server${servers > 1 ? 's' : ''}`,
    count: rounds * Object.keys(contests).length,
  },
  { what: `calls on ${kind}`, count: calls },
];
