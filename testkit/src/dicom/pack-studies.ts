import assert from 'node:assert/strict';
import type { Db } from '../../../server/src/platform/db/tables.ts';
import { untilTrue } from '../jobs/queues.ts';

/** Lets a quiet minute pass for a study, which then has this state. `wake` makes the worker search for jobs. */
export async function passQuietMinute(
  db: Db,
  studyUid: string,
  { wake, state = 'waiting' }: { wake: () => Promise<unknown>; state?: string },
): Promise<void> {
  const past = new Date(Date.now() - 61_000).toISOString();
  const study = db.selectFrom('intake_studies').select(['id', 'state']);
  const { id } = await study.where('study_uid', '=', studyUid).executeTakeFirstOrThrow();
  const arrived = db.updateTable('intake_studies').set({ last_arrival_at: past, packed_at: null });
  await arrived.where('id', '=', id).execute();
  const waiting = db.updateTable('jobs').set({ run_at: past, due_at: past });
  await waiting.where('subject', '=', id).execute();
  await wake();
  const readState = async () => (await study.where('id', '=', id).executeTakeFirst())?.state;
  await untilTrue(async () => state === 'arriving' || (await readState()) !== 'arriving');
  assert.equal(await readState(), state);
}
