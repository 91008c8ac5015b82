import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { Outcome } from '../campaign.ts';
import type { Cluster } from './cluster.ts';
import { sealAgain } from './sealing.ts';
import { type Acknowledged, read, uploadAnywhere } from './uploads.ts';

/** The part of the objects that the store returns with a flipped bit. */
const PROBABILITY = 0.25;

/** Uploads at once, and readings of each file in every round that follows its upload. */
const AT_ONCE = 2;

interface Lies {
  readonly rounds: number;
  readonly random: Random;
}

/** Uploads files to a store that lies, has them sealed, and reads them. */
export async function lieToNodes(
  cluster: Cluster,
  { rounds, random }: Lies,
): Promise<Outcome & { readonly acknowledged: readonly Acknowledged[] }> {
  const { proxy } = cluster;
  const acknowledged: Acknowledged[] = [];
  const counts = { right: 0, refused: 0, 'not what was sent': 0 };
  const before = proxy.lies;
  proxy.lie(PROBABILITY, randomFrom(random.below(2 ** 32)));
  for (let round = 1; round <= rounds; round += 1) {
    const uploads = Array.from({ length: AT_ONCE }, () =>
      uploadAnywhere(cluster, randomFrom(random.below(2 ** 32))),
    );
    acknowledged.push(...(await Promise.all(uploads)));
    await sealAgain(cluster);
    for (const [index, file] of acknowledged.entries())
      counts[await read(cluster.at(index + round), file)] += 1;
  }
  proxy.lie(0, random);
  const lies = proxy.lies - before;
  return {
    acknowledged,
    figures: [
      { what: 'objects that the store returned with a flipped bit', count: lies },
      { what: 'downloads beside that, complete', count: counts.right },
      { what: 'downloads beside that, refused or broken off', count: counts.refused },
      {
        what: 'downloads that ended with wrong bytes',
        count: counts['not what was sent'],
        must: 0,
      },
    ],
    findings: lies === 0 ? ['the store has told no lie'] : [],
  };
}
