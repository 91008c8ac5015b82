import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newWorld, slowClock } from '@deqiq/testkit/world.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { refusedBeforeBody } from './before-body.ts';
import { crossTenantCalls } from './cross-tenant.ts';
import { filledWorld } from './id-substitution.ts';
import { linksEnd } from './links.ts';
import { deletedOnce, detailsChangeDetails, wrongPasswordStays } from './own-data.ts';
import { tagsAreOnesOwn } from './tags.ts';

/** Ids of each kind that are tried in every place. */
const IDS_OF_A_KIND = { short: 1, full: 12 };

/** Nobody sees or changes what is not theirs. */
export const authorization: Campaign = {
  title: 'Authorization',
  about:
    'Every operation with every id that exists, in its address, in the fields that name something and under names nobody asked for, by a visitor, by somebody signed out, by two partners and by staff. What is not theirs must answer, word for word, as an id that nobody has; afterwards every row is compared. Then: who may not is refused before a body is read; details change nothing but details; a deletion happens once; a wrong old password signs nobody out; links to files end with log-out, new password, deletion and expiry.',
  async run(setting) {
    const outcomes = [await onDatabase(setting, 'SQLite', async () => undefined)];
    const isThere = (await setting.postgres()) !== undefined;
    if (isThere) outcomes.push(await onDatabase(setting, 'PostgreSQL', setting.postgres));
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      findings: outcomes.flatMap(({ findings }) => findings),
      skipped: isThere ? [] : ['PostgreSQL: there is none here'],
    };
  },
};

async function onDatabase(
  { short, random, folder, log }: CampaignContext,
  kind: string,
  database: CampaignContext['postgres'],
): Promise<Outcome> {
  const ends: (() => Promise<void>)[] = [];
  const ending = { after: (end: () => Promise<void>) => void ends.unshift(end) };
  let places = 0;
  const newLocation = async () => {
    places += 1;
    const dataDir = join(folder, `${kind}-${places}`);
    mkdirSync(dataDir);
    const url = await database();
    return { dataDir, drop: async () => {}, ...(url && { url }) };
  };
  try {
    const filled = await filledWorld(
      await newWorld(ending, { now: slowClock(), place: await newLocation() }),
    );
    const mostOfAKind = short ? IDS_OF_A_KIND.short : IDS_OF_A_KIND.full;
    const parts = {
      'calls with an id of somebody else': () =>
        crossTenantCalls({ ...filled, random, mostOfAKind }),
      'refusals before a body was sent': () => refusedBeforeBody(filled),
      'polls with the tag of somebody else': () => tagsAreOnesOwn(filled),
      'attempts to change more than details': () => detailsChangeDetails(filled),
      'deletions, twice and of nothing': () => deletedOnce(filled),
      'calls with a wrong old password, and after them': () => wrongPasswordStays(filled),
      'requests for links to files, before and after their end': () =>
        linksEnd(ending, newLocation),
    };
    const outcome = { figures: [] as Outcome['figures'][number][], findings: [] as string[] };
    for (const [what, part] of Object.entries(parts)) {
      const { calls, findings } = await part();
      log(`${kind}: ${calls} ${what}, ${findings.length} of them wrong`);
      outcome.figures.push({ what: `${what}, ${kind}`, count: calls });
      outcome.findings.push(...findings.map((finding) => `${kind}, ${finding}`));
    }
    return outcome;
  } finally {
    for (const end of ends) await end();
  }
}
