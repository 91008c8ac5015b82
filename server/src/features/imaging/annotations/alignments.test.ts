import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { binaryStl } from '@deqiq/samples/phantoms/surface-files.ts';
import { surfacePhantom } from '@deqiq/samples/phantoms/surface-phantom.ts';
import { newFileOfPartner } from '@deqiq/testkit/http/annotations.ts';
import { addRecord } from '@deqiq/testkit/http/referrals.ts';
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

/** A volume's file, and calls that add a scan to the same partner and align it. */
async function newScans(t: TestContext) {
  const world = await newFileOfPartner(t);
  const { client, admin, addCheckup, partner, checkup, create } = world;
  return {
    ...world,
    addScan: (names: Parameters<typeof addCheckup>[0] = {}) =>
      addCheckup({ partner: partner._id, ...stl, ...names }),
    /** Saves as the partner and as staff. */
    async align(scan: Checkup): Promise<number[]> {
      const content = describeAlignment(scan.xrayFileLinks[0]?.id ?? '');
      const own = await create(client, 'partner', { content });
      const staff = await create(admin, 'admin', { content });
      return [own.status, staff.status];
    },
    volume: checkup,
  };
}

test('without records the names of both examinations decide, as for earlier examinations', async (t) => {
  const { addScan, align, signedInPartner } = await newScans(t);
  assert.deepEqual(await align(await addScan()), [200, 200]);
  const turned = await addScan({ firstName: 'HÜSEYNOVA', lastName: 'nigar' });
  assert.deepEqual(await align(turned), [200, 200]);
  const other = await addScan({ firstName: 'Leyla', lastName: 'Quliyeva' });
  assert.deepEqual(await align(other), [400, 400]);
  const elsewhere = await addScan({ partner: (await signedInPartner()).partner._id });
  assert.deepEqual(await align(elsewhere), [400, 400]);
});

test('where both examinations have a record of a patient, the records decide', async (t) => {
  const { admin, addScan, align, volume, signedInPartner } = await newScans(t);
  const elsewhere = await addScan({ partner: (await signedInPartner()).partner._id });
  const record = await addRecord(admin, volume, elsewhere);
  const unlinked = await addScan();
  const namesake = await addScan();
  const renamed = await addScan({ lastName: 'Quliyeva' });
  const other = await addRecord(admin, namesake, renamed);
  assert.deepEqual(await align(unlinked), [200, 200]);
  assert.deepEqual(await align(elsewhere), [400, 400]);
  assert.deepEqual([await align(namesake), await align(renamed)].flat(), [400, 400, 400, 400]);
  (await admin.post(`/api/admin/patients/${record}/merge`, { other })).ok();
  assert.deepEqual([await align(namesake), await align(renamed)].flat(), [200, 200, 200, 200]);
});

test('a file whose patient is in doubt has no alignment', async (t) => {
  const { db, addScan, align } = await newScans(t);
  const scan = await addScan();
  const file = scan.xrayFileLinks[0]?.id ?? '';
  const doubt = db.updateTable('checkup_files').set({ patient_check: 'different' });
  await doubt.where('id', '=', file).execute();
  assert.deepEqual(await align(scan), [400, 400]);
});
