import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { addressIn, everyKind, newFileOfPartner } from '@deqiq/testkit/http/annotations.ts';
import { inAzerbaijani } from '@deqiq/testkit/languages.ts';

describe('an annotation', () => {
  test('that breaks a rule is refused with a sentence', async (t) => {
    const { client, create, add, change, list } = await newFileOfPartner(t);
    const { badPoints, badNumber, badKind, badDirection, samePoints, frameInVolume } =
      annotationMessages;
    const line = (points: unknown, more = {}) => ({ kind: 'length', points, ...more });
    const implant = { ...everyKind[5] };
    const ellipse = (...points: number[][]) => ({ kind: 'ellipse', points });
    const x = [1, 0, 0];
    const y = [0, 1, 0];
    const z = [0, 0, 1];
    const projected = { kind: 'ceph', points: [[1, 2]], names: ['S'], plane: [x, z] };
    const many = (count: number, point: readonly number[]) => Array(count).fill(point);
    const cases: [unknown, () => string][] = [
      [undefined, badKind],
      ['{', badKind],
      [{ kind: 'circle', points: [] }, badKind],
      [line(undefined), badPoints],
      [line([[0, 0]]), badPoints],
      [
        line([
          [0, 0],
          [1, null],
        ]),
        badPoints,
      ],
      [
        line([
          [0, 0],
          [1, 'NaN'],
        ]),
        badPoints,
      ],
      [
        line([
          [0, 0],
          [1, 100_001],
        ]),
        badNumber,
      ],
      [
        line([
          [0, 0],
          [1, 2, 3],
        ]),
        badPoints,
      ],
      [
        line(
          [
            [0, 0, 0],
            [1, 2, 3],
          ],
          { frame: 1 },
        ),
        frameInVolume,
      ],
      [
        line(
          [
            [0, 0],
            [1, 2],
          ],
          { frame: 0.5 },
        ),
        annotationMessages.badFrame,
      ],
      [{ kind: 'polyline', points: many(101, [1, 2]) }, badPoints],
      [{ kind: 'canal', points: many(101, [1, 2, 3]) }, badPoints],
      [{ kind: 'canal', points: many(2, [1, 2]) }, annotationMessages.badPoint],
      [{ kind: 'arch', points: many(21, [1, 2, 3]) }, badPoints],
      [{ kind: 'angle', points: many(2, [1, 2]) }, badPoints],
      [{ kind: 'angle', points: many(3, [1, 2]) }, annotationMessages.sameVertex],
      [{ kind: 'canal', points: many(2, [1, 2, 3]), diameter: 9 }, badNumber],
      [{ kind: 'canal', points: many(2, [1, 2, 3]), structure: 'root', diameter: 13 }, badNumber],
      [
        { kind: 'canal', points: many(2, [1, 2, 3]), structure: 'sinus-floor', diameter: 2 },
        badNumber,
      ],
      [{ kind: 'canal', points: many(2, [1, 2, 3]), structure: 'nerve' }, badKind],
      [{ kind: 'canal', points: many(2, [1, 2, 3]), verified: ['0'] }, badPoints],
      [
        line(
          [
            [0, 0],
            [1, 2],
          ],
          { levelScale: 0 },
        ),
        badNumber,
      ],
      [{ kind: 'calibration', points: many(2, [1, 2]), millimetres: 5 }, samePoints],
      [{ ...everyKind[3], millimetres: 0 }, badNumber],
      [{ ...implant, direction: [0, 0, 2] }, badDirection],
      [{ ...implant, diameter: 21 }, badNumber],
      [{ ...implant, system: 'osstem' }, annotationMessages.badSystem],
      [{ ...implant, system: '' }, annotationMessages.badSystem],
      [{ kind: 'straightening', axes: [x, x, z] }, annotationMessages.badAxes],
      [{ kind: 'straightening', axes: [y, x, z] }, annotationMessages.badAxes],
      [{ kind: 'straightening', axes: [x, z, [0, -1, 0]] }, annotationMessages.badAxes],
      [{ kind: 'straightening', axes: [x, y] }, annotationMessages.badPoint],
      [{ kind: 'arrow', points: many(2, [1, 2]) }, annotationMessages.noLength],
      [{ kind: 'profile', points: many(2, [1, 2, 3]) }, annotationMessages.noLength],
      [{ kind: 'text', points: many(2, [1, 2]) }, badPoints],
      [ellipse([0, 0], [4, 0], [2, 2], [2, 2]), annotationMessages.badEllipse],
      [ellipse([0, 0], [4, 0], [2, -2], [3, 2]), annotationMessages.badEllipse],
      [ellipse([0, 0], [4, 0], [2, -2], [2, 3]), annotationMessages.badEllipse],
      ...[19, 9, 36.5, 56, '36', null].map(
        (tooth) =>
          [{ ...everyKind[0], tooth }, annotationMessages.badTooth] as [unknown, () => string],
      ),
      [{ kind: 'ceph', points: many(1, [1, 2]), names: ['Q'] }, annotationMessages.badLandmarks],
      [{ kind: 'ceph', points: many(2, [1, 2]), names: ['S'] }, annotationMessages.badLandmarks],
      [
        { kind: 'ceph', points: many(2, [1, 2]), names: ['S', 'S'] },
        annotationMessages.badLandmarks,
      ],
      [{ kind: 'ceph', points: many(1, [1, 2, 3]), names: ['S'] }, annotationMessages.badPoint],
      [{ kind: 'ceph', points: [], names: [] }, badPoints],
      [{ ...projected, plane: [x, x] }, annotationMessages.badAxes],
      [{ ...projected, plane: [x, [0, 2, 0]] }, annotationMessages.badAxes],
      [{ ...projected, frame: 1 }, annotationMessages.frameInVolume],
      [{ kind: 'window', centre: 1, width: 0 }, badNumber],
      [{ kind: 'window', centre: 1e300, width: 1 }, badNumber],
    ];
    const made = await add(client, 'partner');
    const text = { kind: 'text', points: [[3, 4]] };
    const blank = (await create(client, 'partner', { content: text, label: ' ' })).refused(400);
    assert.equal(blank.message, inAzerbaijani(annotationMessages.noText));
    for (const [content, message] of cases) {
      const about = JSON.stringify(content);
      const refused = (await create(client, 'partner', { content })).refused(400);
      assert.equal(refused.message, inAzerbaijani(message), about);
      const changed = (await change(client, 'partner', { ...made, content } as never)).refused(400);
      assert.equal(changed.message, inAzerbaijani(message), about);
    }
    for (const sent of [
      { _id: 'x' },
      { _id: randomUUID().toUpperCase() },
      { label: 'x'.repeat(81) },
    ])
      (await create(client, 'partner', sent)).refused(400);
    for (const version of [0, 1.5, 'x', null])
      (await change(client, 'partner', { ...made, version } as never)).refused(400);
    assert.deepEqual(await list(client, 'partner'), [made]);
    (await create(client, 'partner', { content: projected })).ok();
  });

  test('with numbers that are no numbers is refused', async (t) => {
    const { client, file, list } = await newFileOfPartner(t);
    const headers = { 'content-type': 'application/json' };
    for (const number of ['NaN', 'Infinity', '1e999', '-1e999']) {
      const payload = `{"_id":"${randomUUID()}","content":{"kind":"length","points":[[0,0],[1,${number}]]}}`;
      const url = addressIn('partner', file);
      (await client.send({ method: 'POST', url, headers, payload })).refused(400);
    }
    assert.deepEqual(await list(client, 'partner'), []);
  });
});
