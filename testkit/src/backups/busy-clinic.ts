import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { picture } from '../documents/pictures.ts';
import { changePoints } from '../http/points.ts';
import { addPushSubscription } from '../http/push-subscriptions.ts';
import { createShare, openShare } from '../http/shares.ts';
import { PARTNER_PASSWORD } from '../logins.ts';
import { newWorld, someDicom, type World } from '../world.ts';

/** A clinic at work: checkups with small and large files, a clinic with a picture, moved points. */
export async function busyWorld(t: TestContext): Promise<World> {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const { xrayFileLinks } = await world.addCheckup({ partner: partner._id });
  const annotations = `/api/partner/files/${xrayFileLinks[0]?.id}/annotations`;
  const content = {
    kind: 'length',
    points: [
      [1.25, 2],
      [3, 4],
    ],
  };
  (await client.post(annotations, { _id: randomUUID(), label: '36', content })).ok();
  const { _id } = await world.addCheckup({
    partner: partner._id,
    bytes: someDicom(CHUNK_SIZE + 77),
  });
  await openShare(world.visitor, await createShare(client, 'partner', _id));
  await changePoints(world.admin, partner._id, 12.5);
  (await client.post('/api/partner/misc/demand-payment', {})).ok();
  (
    await world.admin.form('POST', '/api/admin/clinics', {
      title: 'Ağ Diş',
      phone: '+994 12 555 55 55',
      location: 'Bakı',
      instagram: '@agdis',
      image: await picture({ width: 700, height: 500 }),
    })
  ).ok();
  const at = new Date().toISOString();
  const times = { due_at: at, run_at: at, created_at: at };
  const job = { id: 'a', kind: 'derive', subject: 'a', payload: '{}', priority: 0, attempts: 1 };
  await world.db
    .insertInto('jobs')
    .values({ ...job, ...times, lease_token: 'x' })
    .execute();
  await addPushSubscription(client);
  const token = { name: 'OHIF', days: 90, password: PARTNER_PASSWORD };
  (await client.post('/api/partner/account/program-tokens', token)).ok();
  return world;
}
