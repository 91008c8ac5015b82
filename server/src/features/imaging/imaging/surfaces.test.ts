import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { CheckupList, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { surfaceMetadata } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { binaryStl, ply } from '@deqiq/samples/phantoms/surface-files.ts';
import { surfacePhantom } from '@deqiq/samples/phantoms/surface-phantom.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const phantom = surfacePhantom({ columns: 41, rows: 13 });

async function newScan(t: TestContext, fileName: string, bytes: Buffer) {
  const world = await newWorld(t, { runsJobs: true });
  const { partner, client } = await world.signedInPartner();
  await world.addCheckup({ partner: partner._id, fileName, bytes });
  const findLink = async () => {
    const { checkups } = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>();
    const link = checkups[0]?.xrayFileLinks[0];
    assert.ok(link);
    return link;
  };
  await untilTrue(async () => (await findLink()).imaging.state !== 'pending');
  return { ...world, client, link: await findLink() };
}

for (const [name, bytes, type] of [
  ['scan.stl', binaryStl(phantom), 'model/stl'],
  ['SCAN.PLY', ply(phantom, 'binary_little_endian'), 'model/ply'],
] as const)
  test(`a scan becomes a mesh with a preview, and its file can be downloaded: ${name}`, async (t) => {
    const { visitor, client, link } = await newScan(t, name, bytes);
    assert.deepEqual(
      [link.contentType, link.imaging.state, link.imaging.kind, link.imaging.previews],
      [type, 'ready', 'surface', [320, 1280]],
    );
    const list = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
    const { imaging, previewUrl = '' } = list.checkups[0]?.xrayFileLinks[0] ?? link;
    const metadata = surfaceMetadata.parse((await visitor.get(`${imaging.url}meta`)).ok());
    const { response } = await visitor.get(`${imaging.url}mesh`, { 'accept-encoding': 'gzip, br' });
    assert.equal(response.headers['cache-control'], 'private, no-store');
    assert.equal(response.headers['content-encoding'], undefined);
    assert.equal(
      gunzipSync(response.rawPayload).length,
      metadata.indexBytes + metadata.vertexBytes,
    );
    assert.equal(metadata.triangles, 40 * 12 * 2);
    const preview = await visitor.get(previewUrl);
    assert.equal(preview.response.headers['content-type'], 'image/webp');
    const original = (await visitor.get(link.url)).response;
    assert.match(String(original.headers['content-disposition']), /^attachment;/);
    assert.deepEqual(original.rawPayload, bytes);
  });

test('a damaged scan has no picture, staff read why, and its file can be downloaded', async (t) => {
  const bytes = binaryStl(phantom);
  bytes.writeFloatLE(Number.NaN, 84 + 12);
  const { visitor, link } = await newScan(t, 'scan.stl', bytes);
  const { state, failure, url } = link.imaging;
  assert.deepEqual([state, failure, url], ['failed', 'damaged', undefined]);
  assert.deepEqual((await visitor.get(link.url)).response.rawPayload, bytes);
});
