import { randomBytes } from 'node:crypto';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import { createShare, openShare, sendPin, toPath } from '@deqiq/testkit/http/shares.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { type Ending, newWorld, type World } from '@deqiq/testkit/world.ts';
import type { CheckResult } from './own-data.ts';

type Location = NonNullable<Parameters<typeof newWorld>[1]>['location'];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Random tokens, none of which may open anything. */
const RANDOM_TOKENS = 1_000;

/** Text that only the examinations and files of this check contain. */
const SECRET_TEXT = /Nigar|Hüseynova|Panoram rentgen|DICM/;

/** A share that has been opened on one device. */
interface Opened {
  readonly created: ShareAnswer;
  readonly cookie: string;
  readonly checkup: string;
  readonly partner: { _id: string; email: string };
  /** Paths of the share's pages, and links to its files. */
  readonly pages: readonly string[];
  readonly links: readonly string[];
}

type End = (world: World, opened: Opened, clock: { at: number }) => Promise<unknown>;

/** States of a share. A locked one stays open on the device that has opened it. */
const states: Readonly<Record<string, End>> = {
  live: async () => {},
  locked: async ({ visitor }, { created }) => {
    const wrong = created.pin === '000000' ? '000001' : '000000';
    for (let number = 0; number < 5; number += 1) await sendPin(visitor, toPath(created), wrong);
  },
  revoked: async (world, { created }) =>
    (await (await world.signInAdmin()).delete(`/api/admin/shares/${created.share._id}`)).ok(),
  blocked: async ({ visitor }, { created }, clock) => {
    const wrong = created.pin === '000000' ? '000001' : '000000';
    for (let number = 0; number < 20; number += 1) {
      await sendPin(visitor, toPath(created), wrong);
      clock.at += 16 * MINUTE;
    }
  },
  'deleted, with the examination restored': async (world, { checkup }) => {
    const admin = await world.signInAdmin();
    (await admin.delete(`/api/admin/checkups/${checkup}`)).ok();
    const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
    const deletion = deletions.find((one) => one.checkup === checkup);
    (await admin.post(`/api/admin/checkups/deleted/${deletion?._id}/restore`)).ok();
  },
  'deleted with the partner': async (world, { partner }) =>
    (await (await world.signInAdmin()).delete(`/api/admin/partners/${partner._id}`)).ok(),
  expired: async (_world, _opened, clock) => {
    clock.at += 8 * DAY;
  },
};

/** Calls every page and link of shares in every state with every cookie, as every identity. */
export async function checkShares(
  ending: Ending,
  newLocation: () => Promise<Location>,
): Promise<CheckResult> {
  const start = Math.ceil(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
  const clock = { at: start };
  const location = await newLocation();
  const world = await newWorld(ending, { now: () => clock.at, ...(location && { location }) });
  const findings: string[] = [];
  let calls = 0;
  for (const [state, end] of Object.entries(states)) {
    clock.at = start;
    const own = await openNew(world);
    const foreign = await openNew(world);
    await end(world, own, clock);
    const identities = await signEveryoneIn(world, own, foreign);
    for (const [who, client] of Object.entries(identities))
      for (const [whose, cookie] of [
        ['its own', own.cookie],
        ['a foreign', foreign.cookie],
        ['no', ''],
      ] as const)
        for (const address of [...own.pages, ...mixed(own, foreign), ...own.links]) {
          calls += 1;
          const { response } = await client.get(address, cookie ? { cookie } : {});
          const isOpen =
            (state === 'live' || state === 'locked') &&
            (whose === 'its own' || own.links.includes(address)) &&
            !mixed(own, foreign).includes(address);
          const isLeak = SECRET_TEXT.test(response.body) || isRedirectToFile(response);
          if (isLeak !== isOpen)
            findings.push(
              `${state}: ${who} with ${whose} cookie: ${address} ${isOpen ? 'is closed' : 'is open'}`,
            );
        }
  }
  for (let number = 0; number < RANDOM_TOKENS; number += 1) {
    const token = randomBytes(16).toString('base64url');
    calls += 1;
    const { status } = await world.visitor.get(`/paylasim/${token}`);
    if (status !== 404) findings.push(`a random token returned ${status}`);
  }
  return { calls, findings };
}

/** Files of one share under the address of the other. */
const mixed = (own: Opened, foreign: Opened): string[] =>
  foreign.pages
    .filter((page) => page.includes('/fayl/'))
    .map((page) => `${toPath(own.created)}/fayl/${page.split('/').at(-1)}`);

const isRedirectToFile = ({
  statusCode,
  headers,
}: {
  statusCode: number;
  headers: { location?: unknown };
}) => statusCode === 302 && String(headers.location).startsWith('/public/');

async function openNew(world: World): Promise<Opened> {
  const { partner, client } = await world.signedInPartner();
  const { _id: checkup } = await world.addCheckup({ partner: partner._id });
  const created = await createShare(client, 'partner', checkup);
  const cookie = await openShare(world.visitor, created);
  const path = toPath(created);
  const { response } = await world.visitor.get(path, { cookie });
  const files = [...response.body.matchAll(/href="(\/paylasim\/[^"]+\/fayl\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  const links = await Promise.all(
    files.map(async (file) => {
      const { response: redirect } = await world.visitor.get(file, { cookie });
      return String(redirect.headers.location);
    }),
  );
  return { created, cookie, checkup, partner, pages: [path, `${path}/zip`, ...files], links };
}

async function signEveryoneIn(world: World, own: Opened, foreign: Opened) {
  const { visitor } = world;
  const login = { email: foreign.partner.email, password: PARTNER_PASSWORD };
  const other = await visitor.signIn('partner', login);
  const admin = await world.signInAdmin();
  const owner = await visitor
    .signIn('partner', { email: own.partner.email, password: PARTNER_PASSWORD })
    .catch(() => visitor);
  return { visitor, owner, other, admin };
}
