import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { type Clinic, send } from './clinic.ts';
import type { History } from './history.ts';

/** Of a text no pictures are made. */
const BYTES = Buffer.from('Rentgen');

/** Uploads an X-ray. All requests of an upload go to one node. */
export async function attach(clinic: Clinic, history: History): Promise<Reply | undefined> {
  const { random, checkup, name } = history;
  const fileName = `${name}-${random.below(2 ** 32)}.txt`;
  const reply = await clinic.attempt(random, 'admin', async (client) => {
    const files = [await client.upload(fileName, BYTES)];
    const body = { checkupId: checkup, firstName: 'Nigar', lastName: name, files };
    return client.reply('POST', '/api/admin/checkups/merge-chunks', body);
  });
  if (reply?.status === 200) history.xrays.add(fileName);
  return reply;
}

/** Removes an X-ray that was acknowledged; often it is the last one. */
export async function removeXray(clinic: Clinic, history: History): Promise<Reply | undefined> {
  const { random, checkup, xrays } = history;
  const fileName = random.pick([...xrays]) ?? 'none.txt';
  const path = `/api/admin/checkups/${checkup}/files/${encodeURIComponent(fileName)}`;
  return send(clinic, random, 'admin', ['DELETE', path]);
}

/** Restores the examination, or an X-ray of it. */
export async function restore(clinic: Clinic, history: History): Promise<Reply | undefined> {
  const { random, name } = history;
  const path = `/api/admin/checkups/deleted?name=${name}&limit=100`;
  const listed = await send(clinic, random, 'admin', ['GET', path]);
  if (listed?.status !== 200) return listed;
  const { deletions } = listed.body as unknown as DeletionList;
  const deletion = random.pick(deletions.filter(({ checkup }) => checkup === history.checkup));
  if (!deletion) return listed;
  return send(clinic, random, 'admin', [
    'POST',
    `/api/admin/checkups/deleted/${deletion._id}/restore`,
  ]);
}
