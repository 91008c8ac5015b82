import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { newWorld, slowClock } from '@deqiq/testkit/world.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { checkRefusalsBeforeBody } from './before-body.ts';
import { checkCrossTenantCalls } from './cross-tenant.ts';
import { checkTags } from './etags.ts';
import { fillWorld } from './id-substitution.ts';
import { checkLinksEnd } from './links.ts';
import { checkDeletions, checkDetails, checkWrongPasswords } from './own-data.ts';
import { checkReassigned } from './reassigned.ts';
import { checkShares } from './shares.ts';

/** Number of ids of each kind that are tried in every parameter. */
const IDS_OF_A_KIND = { short: 1, full: 12 };

/** Number of ids where the person is refused: the permission is checked first, so the id seldom matters. */
const REFUSED_IDS = { short: 3, full: Number.POSITIVE_INFINITY };

const WITHOUT_POSTGRES = isFastRun ? 'left to npm run test:all' : 'not available on this machine';

const CROSS_TENANT = 'calls with the id of another user';

/** No user sees or changes the data of another user. */
export const authorization: Campaign = {
  title: 'Authorization',
  about:
    'Every operation is called with every existing id, in its path, in the fields that hold an id and in additional fields, by a visitor, a signed-out user, two partners and staff. The id of another user must return, word for word, the same as an unknown id; afterwards every row is compared. Also: a caller without permission is refused before the body is read; a change of details changes only details; a deletion happens once; a wrong old password ends no session; links to files expire with log-out, new password, deletion and time; a share opens its own files to the holder of its cookie while it lives, and nothing else; an X-ray that is moved to another doctor takes no notes along.',
  async run(context) {
    const outcomes = [await onDatabase(context, 'SQLite', async () => undefined)];
    const isThere = !isFastRun && (await context.postgres()) !== undefined;
    if (isThere) outcomes.push(await onDatabase(context, 'PostgreSQL', context.postgres));
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      findings: outcomes.flatMap(({ findings }) => findings),
      skipped: isThere ? [] : [`PostgreSQL: ${WITHOUT_POSTGRES}`],
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
  let locations = 0;
  const newLocation = async () => {
    locations += 1;
    const dataDir = join(folder, `${kind}-${locations}`);
    mkdirSync(dataDir);
    const url = await database();
    return { dataDir, drop: async () => {}, ...(url && { url }) };
  };
  try {
    const filled = await fillWorld(
      await newWorld(ending, { now: slowClock(), location: await newLocation() }),
    );
    const size = short ? 'short' : 'full';
    const maxOfKind = IDS_OF_A_KIND[size];
    const maxRefused = REFUSED_IDS[size];
    const parts = {
      [CROSS_TENANT]: () => checkCrossTenantCalls({ ...filled, random, maxOfKind, maxRefused }),
      'refusals before a body was sent': () => checkRefusalsBeforeBody(filled),
      'polls with the ETag of another user': () => checkTags(filled),
      'attempts to change more than details': () => checkDetails(filled),
      'repeated deletions, and deletions of unknown ids': () => checkDeletions(filled),
      'calls with a wrong old password, and afterwards': () => checkWrongPasswords(filled),
      'requests for links to files, before and after they expire': () =>
        checkLinksEnd(ending, newLocation),
      'requests for shares in every state, with every cookie, as every user': () =>
        checkShares(ending, newLocation),
      'requests after an X-ray was moved to another doctor': () =>
        checkReassigned(ending, newLocation),
    };
    const outcome = { figures: [] as Outcome['figures'][number][], findings: [] as string[] };
    for (const [what, part] of Object.entries(parts)) {
      // It is half of the time, and the rules are above the databases: a short run calls them on SQLite.
      if (short && kind === 'PostgreSQL' && what === CROSS_TENANT) continue;
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
