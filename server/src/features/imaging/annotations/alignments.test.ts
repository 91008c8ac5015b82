import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { binaryStl } from '@deqiq/samples/phantoms/surface-files.ts';
import { surfacePhantom } from '@deqiq/samples/phantoms/surface-phantom.ts';
import { newFileOfPartner } from '@deqiq/testkit/http/annotations.ts';
import { inAzerbaijani } from '@deqiq/testkit/languages.ts';

const stl = { fileName: 'skan.stl', bytes: binaryStl(surfacePhantom({ columns: 5, rows: 3 })) };

/** A third of a radian around the z axis, with all digits of its numbers. */
const rotation = [
  [Math.cos(1 / 3), -Math.sin(1 / 3), 0],
  [Math.sin(1 / 3), Math.cos(1 / 3), 0],
  [0, 0, 1],
];

const describeAlignment = (scan: string, change = {}) => ({
  kind: 'alignment',
  scan,
  rotation,
  shift: [-100.1, 1 / 7, 3],
  rms: 0.1,
  share: 0.8,
  ...change,
});

test('the alignment of a scan is saved with all its digits, and deleted by its author', async (t) => {
  const { client, admin, add, list, remove, partner, addCheckup } = await newFileOfPartner(t);
  const { xrayFileLinks } = await addCheckup({ partner: partner._id, ...stl });
  const content = describeAlignment(xrayFileLinks[0]?.id ?? '');
  const added = await add(client, 'partner', { content });
  const [read] = await list(admin, 'admin');
  assert.deepEqual([read?.content, read?.isOwn], [content, false]);
  (await remove(client, 'partner', added)).ok();
  assert.deepEqual(await list(client, 'partner'), []);
});

test('an alignment of no scan, of a deleted one or of one of another partner is refused with a sentence', async (t) => {
  const world = await newFileOfPartner(t);
  const { client, create, add, change, file, addCheckup } = world;
  const { partner: other } = await world.signedInPartner();
  const foreign = (await addCheckup({ partner: other._id, ...stl })).xrayFileLinks[0]?.id ?? '';
  const own = (await addCheckup({ partner: world.partner._id, ...stl })).xrayFileLinks[0]?.id ?? '';
  const { noScan, badRotation } = annotationMessages;
  const mirrored = { rotation: [[-1, 0, 0], ...rotation.slice(1)] };
  for (const [content, message] of [
    [describeAlignment(file), noScan],
    [describeAlignment(randomUUID()), noScan],
    [describeAlignment(foreign), noScan],
    [describeAlignment('a'), noScan],
    [describeAlignment(own, mirrored), badRotation],
  ] as const) {
    const refused = (await create(client, 'partner', { content })).refused(400);
    assert.equal(refused.message, inAzerbaijani(message));
  }
  const added = await add(client, 'partner', { content: describeAlignment(own) });
  const changed = { ...added, content: describeAlignment(foreign) } as never;
  (await change(client, 'partner', changed)).refused(400);
});
