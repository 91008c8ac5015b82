import { setTimeout as pause } from 'node:timers/promises';
import { missingPrograms } from '@deqiq/testkit/object-store/swift.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { lieToNodes } from './lies.ts';
import { killWhileSealing, untilSealed } from './sealing.ts';
import { type Acknowledged, compare, finishAtBoth, uploadAnywhere } from './uploads.ts';

const FULL = { nodes: 100, stores: 20, databases: 20, sealings: 50, finishes: 300, lies: 20 };
const SHORT = { nodes: 2, stores: 1, databases: 1, sealings: 2, finishes: 10, lies: 2 };

/** Uploads that are in progress when something is killed. */
const AT_ONCE = 3;

/** Milliseconds: an upload takes about so long, and its sealing follows. */
const LONGEST_WAIT = 1_500;

/** Rounds for each kill that shall meet a sealing: some sealings end before it. */
const MAX_TRIES = 3;

export const nodes: Campaign = {
  title: 'Nodes',
  about:
    'Two nodes share PostgreSQL and an object store (OpenStack Swift). While files are uploaded to both and sealed, a node or the store is killed, or PostgreSQL is restarted; clients repeat what failed. Both nodes are killed while one of them seals a file. Both also finish the same upload at once. Then a proxy before the store flips one bit in every fourth object that nodes read, while files are uploaded, sealed and downloaded: no download may end with wrong bytes. Afterwards, with the store honest again, each acknowledged file must be sealed and exist exactly once, byte for byte, and `verify --deep` must find nothing.',

  async run({ short, random, folder, log }: CampaignContext): Promise<Outcome> {
    const missing = missingPrograms();
    if (missing.length > 0)
      return { figures: [], findings: [], skipped: [`${missing.join(', ')}: not installed here`] };
    const cluster = await startCluster(folder);
    try {
      return await attack(cluster, { scale: short ? SHORT : FULL, random, log });
    } finally {
      await cluster.end();
    }
  },
};

interface Attack {
  readonly scale: typeof FULL;
  readonly random: Random;
  log(progress: string): void;
}

async function attack(cluster: Cluster, { scale, random, log }: Attack): Promise<Outcome> {
  const acknowledged: Acknowledged[] = [];
  const kinds = [
    { what: 'kills of a node', rounds: scale.nodes, strike: () => killNode(cluster, random) },
    { what: 'kills of the store', rounds: scale.stores, strike: () => cluster.store.restart() },
    {
      what: 'restarts of PostgreSQL',
      rounds: scale.databases,
      strike: () => cluster.postgres.restart(),
    },
  ];
  for (const { what, rounds, strike } of kinds)
    for (let round = 1; round <= rounds; round += 1) {
      await cluster.renew();
      const uploads = Array.from({ length: AT_ONCE }, () =>
        uploadAnywhere(cluster, randomFrom(random.below(2 ** 32))),
      );
      await pause(random.between(0, LONGEST_WAIT));
      const [results] = await Promise.all([Promise.all(uploads), strike()]);
      acknowledged.push(...results);
      if (round % 10 === 0) log(`${round} ${what}`);
    }
  const interrupted = new Set<string>();
  let sealings = 0;
  for (
    let round = 1;
    round <= scale.sealings * MAX_TRIES && sealings < scale.sealings;
    round += 1
  ) {
    await cluster.renew();
    const killed = await killWhileSealing(cluster, random, interrupted);
    acknowledged.push(killed.acknowledged);
    if (killed.hasInterrupted) sealings += 1;
    if (round % 10 === 0) log(`${sealings} sealings interrupted in ${round} rounds`);
  }
  for (let round = 1; round <= scale.finishes; round += 1) {
    await cluster.renew();
    acknowledged.push(await finishAtBoth(cluster, random));
  }
  log(`${scale.finishes} uploads finished by both nodes`);
  await cluster.renew();
  const lied = await lieToNodes(cluster, { rounds: scale.lies, random });
  acknowledged.push(...lied.acknowledged);

  const unsealed = await untilSealed(cluster);
  await cluster.renew();
  const wrong: string[] = [];
  for (const [number, each] of acknowledged.entries())
    wrong.push(...(await compare(cluster.at(number), each)));
  const verified = await cluster.verify();
  return {
    figures: [
      ...kinds.map(({ what, rounds }) => ({ what, count: rounds })),
      { what: 'kills of both nodes while sealing', count: sealings, must: scale.sealings },
      { what: 'uploads finished by both nodes at once', count: scale.finishes },
      ...lied.figures,
      { what: 'acknowledged files', count: acknowledged.length },
      { what: 'large files that are not sealed', count: unsealed, must: 0 },
      { what: 'lost, torn or doubled', count: wrong.length, must: 0 },
    ],
    findings: [...lied.findings, ...wrong, ...(verified ? [`verify --deep: ${verified}`] : [])],
  };
}

async function killNode({ nodes: all }: Cluster, random: Random): Promise<void> {
  const node = random.pick(all);
  await node.kill();
  await node.restart();
}
