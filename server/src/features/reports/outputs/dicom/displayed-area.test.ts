import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panoramicReport } from '@deqiq/testkit/reports/panoramic-report.ts';
import type { Attributes } from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import { displayedArea } from './displayed-area.ts';

/** Pixels as [column, row], from 1. */
type Picture = readonly (readonly (readonly [number, number])[])[];

const COLUMNS = 3;
const ROWS = 2;

const original: Picture = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: COLUMNS }, (_, column) => [column + 1, row + 1] as const),
);

const mirror = (picture: Picture): Picture => picture.map((row) => row.toReversed());

const rotate = (picture: Picture, quarters: number): Picture =>
  quarters === 0
    ? picture
    : rotate(
        (picture[0] ?? []).map((_, column) =>
          picture.toReversed().flatMap((row) => row.slice(column, column + 1)),
        ),
        quarters - 1,
      );

const findValue = (attributes: Attributes, tag: number): unknown =>
  attributes.find(([each]) => each === tag)?.[1];

for (const isMirrored of [false, true])
  for (const quarterTurns of [0, 1, 2, 3])
    test(`a picture ${isMirrored ? 'mirrored and ' : ''}rotated by ${quarterTurns * 90}° looks as in the viewer`, () => {
      const [keyImage] = panoramicReport().keyImages;
      assert.ok(keyImage?.picture);
      const picture = { ...keyImage.picture, columns: COLUMNS, rows: ROWS };
      const stated = displayedArea({ ...keyImage, view: { quarterTurns, isMirrored } }, picture);

      const shown = rotate(isMirrored ? mirror(original) : original, quarterTurns);
      const rotated = rotate(original, Number(findValue(stated, Tag.imageRotation)) / 90);
      const isFlipped = findValue(stated, Tag.imageHorizontalFlip) === 'Y';
      assert.deepEqual(isFlipped ? mirror(rotated) : rotated, shown);

      const [area] = findValue(stated, Tag.displayedAreaSelectionSequence) as Attributes[];
      assert.ok(area);
      assert.deepEqual(findValue(area, Tag.displayedAreaTopLeftHandCorner), shown[0]?.[0]);
      assert.deepEqual(
        findValue(area, Tag.displayedAreaBottomRightHandCorner),
        shown.at(-1)?.at(-1),
      );
    });
