import { after } from 'node:test';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { newWorld, someDicom, type World } from '../world.ts';
import { createShare } from './shares.ts';

const MINUTE = 60_000;

/** A world for all tests of a suite about shares; each test has a partner of its own. */
export function sharedClinic(options: { rateLimits?: boolean } = {}) {
  const start = Math.ceil(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
  const clock = { at: start };
  const ends: (() => Promise<void>)[] = [];
  let world: World | undefined;
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  /** A partner with a checkup of two files, at the beginning of a window. */
  return async () => {
    clock.at = start;
    world ??= await newWorld(
      { after: (end) => void ends.push(end) },
      { now: () => clock.at, ...options },
    );
    const { partner, client } = await world.signedInPartner({
      firstName: 'Lalə',
      lastName: 'Ismayılova',
    });
    const checkup = await addCheckup(world, partner._id);
    const share = (input: object = {}, of: Checkup = checkup) =>
      createShare(client, 'partner', of._id, input);
    const all = `/api/admin/shares?partner=${partner._id}`;
    return { ...world, world, clock, partner, client, checkup, share, all };
  };
}

/** The clinic of a suite of tests. */
export type Clinic = Awaited<ReturnType<ReturnType<typeof sharedClinic>>>;

/** Creates a checkup of two files for a partner. */
export async function addCheckup(world: World, partner: string): Promise<Checkup> {
  const checkup = await world.addCheckup({ partner });
  const fileName = 'ağız içi.dcm';
  const fileId = await world.admin.upload(someDicom(70_000), fileName);
  const { _id: checkupId, firstName, lastName } = checkup;
  const files = [{ fileId, fileName }];
  const fields = { checkupId, firstName, lastName, files };
  const answer = await world.admin.post('/api/admin/checkups/merge-chunks', fields);
  return answer.ok<{ checkup: Checkup }>().checkup;
}

/** The audit rows of an action on these objects. */
export async function listAudit(
  { db }: Clinic,
  object: string,
  action: string,
  ids: readonly string[],
) {
  const rows = await db
    .selectFrom('audit')
    .select(['object_id', 'role', 'address', 'result', 'detail'])
    .where('object', '=', object)
    .where('action', '=', action)
    .where('object_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows;
}
