import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { Client } from '../client.ts';
import { picture } from '../documents/pictures.ts';
import { untilTrue } from '../jobs/queues.ts';
import { newWorld } from '../world.ts';

const MINUTE = 60_000;

/** A world at the beginning of a window, whose partner has a checkup with one file. Its pictures are not made. */
export async function newWorldWithFile(
  t: TestContext,
  fileName: string,
  bytes: Buffer,
  { runsJobs = false } = {},
) {
  const clock = { at: Math.ceil(Date.now() / (10 * MINUTE)) * 10 * MINUTE };
  const world = await newWorld(t, { now: () => clock.at, runsJobs });
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id, fileName, bytes });
  return { ...world, clock, client, checkup, link: await findLink(client) };
}

/** The same; `derivedLink` is the link of the file once its pictures have been made. */
export async function newWorldWithPictures(t: TestContext, fileName: string, bytes: Buffer) {
  const world = await newWorldWithFile(t, fileName, bytes, { runsJobs: true });
  async function derivedLink(): Promise<FileLink> {
    await untilTrue(async () => (await findLink(world.client)).imaging.state !== 'pending');
    return findLink(world.client);
  }
  return { ...world, derivedLink };
}

/** The link of the first file in the list of a partner. */
export async function findLink(client: Client): Promise<FileLink> {
  const list = await client.get('/api/partner/misc/checkups');
  const link = list.ok<OwnCheckupList>().checkups[0]?.xrayFileLinks[0];
  assert.ok(link);
  return link;
}

/** The same session with a fresh access token. */
export async function refreshSession(client: Client): Promise<Client> {
  assert.ok(client.tokens);
  const { refreshToken } = client.tokens;
  const headers = { authorization: `Bearer ${refreshToken} type=refresh` };
  const answer = await client.send({ method: 'POST', url: REFRESH, headers, payload: {} });
  const { accessToken } = answer.ok<{ accessToken: string }>();
  return new Client(client.app, { accessToken, refreshToken });
}

const REFRESH = '/api/partner/auth/refresh-token';

/** The bytes of a picture of 2400 × 1200 pixels in one colour. */
export const largePicture = async (format: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  (await picture({ width: 2_400, height: 1_200, format, colour: '#246' })).bytes;
