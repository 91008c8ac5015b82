import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ImageFile, imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { openImage } from '@deqiq/testkit/documents/rendered.ts';

function framesOf(image: ImageFile, change: (file: Buffer) => Buffer = (file) => file) {
  const frames = openImage(change(imageFile(image)))?.frames;
  assert.ok(frames);
  return {
    count: frames.count,
    isIncomplete: frames.isIncomplete,
    bytes: Array.from({ length: frames.count }, (_, index) => [...frames.read(index)]),
  };
}

describe('the frames of an uncompressed file', () => {
  const image = { allocated: 8, width: 2, frames: 3, words: [1, 2, 3, 4, 5, 6] };

  test('follow each other', () => {
    const bytes = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    assert.deepEqual(framesOf(image), { count: 3, isIncomplete: false, bytes });
  });

  test('are fewer than announced where the file is cut off, and the last is filled with zeros', () => {
    const bytes = [
      [1, 2],
      [3, 0],
    ];
    assert.deepEqual(framesOf({ ...image, cut: 3 }), { count: 2, isIncomplete: true, bytes });
    const whole = { count: 1, isIncomplete: true, bytes: [[1, 2]] };
    assert.deepEqual(framesOf({ ...image, cut: 4 }), whole);
    assert.deepEqual(framesOf({ ...image, frames: 10_000, words: [1, 2] }), whole);
    assert.deepEqual(framesOf({ ...image, cut: 6 }), { count: 0, isIncomplete: true, bytes: [] });
  });

  test('are no more than announced', () => {
    assert.equal(framesOf({ ...image, frames: 2 }).count, 2);
  });

  test('of 4:2:2 have two samples a pixel', () => {
    const some = {
      ...image,
      photometric: 'YBR_FULL_422',
      frames: 2,
      words: [1, 2, 3, 4, 5, 6, 7, 8],
    };
    assert.deepEqual(framesOf(some).bytes, [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
  });
});

/** Frames that begin as JPEG codestreams do. */
const codestream = (...bytes: number[]) => Buffer.from([0xff, 0xd8, ...bytes]);
const rest = (...bytes: number[]) => Buffer.from(bytes);
const common = { syntax: SYNTAX.jpegBaseline, allocated: 8, width: 2 };

describe('the frames of a compressed file', () => {
  const fragments = [
    [codestream(1, 1), rest(2, 2)],
    [codestream(3, 3)],
    [codestream(4, 4), rest(5, 5), rest(6, 6)],
  ];
  const bytes = fragments.map((parts) => [...Buffer.concat(parts)]);
  const image: ImageFile = { ...common, frames: 3, fragments };

  for (const table of ['basic', 'extended', 'none'] as const)
    test(`are found with fragments and ${table} offset table`, () => {
      const found = framesOf({ ...image, table });
      assert.deepEqual(found, { count: 3, isIncomplete: false, bytes });
    });

  test('are found by the table although their codestreams have no beginning', () => {
    const unmarked = [[rest(1, 1), rest(2, 2)], [rest(3, 3)], [rest(4, 4), rest(5, 5)]];
    const found = framesOf({ ...common, frames: 3, fragments: unmarked, table: 'basic' });
    assert.deepEqual(found.bytes, [
      [1, 1, 2, 2],
      [3, 3],
      [4, 4, 5, 5],
    ]);
  });

  test('are one to a fragment where there is no table and as many as frames', () => {
    const unmarked = [[rest(1, 1)], [rest(2, 2)], [rest(3, 3)]];
    assert.deepEqual(framesOf({ ...common, frames: 3, fragments: unmarked }).bytes, [
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  test('are all fragments where there is one frame', () => {
    const one = { ...common, frames: 1, fragments: [[codestream(1, 1), codestream(2, 2)]] };
    assert.deepEqual(framesOf(one).bytes, [[0xff, 0xd8, 1, 1, 0xff, 0xd8, 2, 2]]);
  });

  test('are found without the table where it does not fit', () => {
    for (const [offset, value] of [
      [4, 7],
      [8, 0xffff_ffff],
      [0, 3],
    ] as const) {
      const found = framesOf({ ...image, table: 'basic' }, (file) => {
        file.writeUInt32LE(value, tableStart(file) + offset);
        return file;
      });
      assert.deepEqual(found.bytes, bytes, `entry ${offset / 4} is ${value}`);
    }
  });

  test('are found without a table of too few entries', () => {
    const short = { ...common, frames: 3, fragments: [[rest(1, 1)], [rest(2, 2)], [rest(3, 3)]] };
    const found = framesOf({ ...short, table: 'basic' }, (file) => {
      const start = tableStart(file);
      const table = Buffer.from('feff00e008000000000000000a000000', 'hex');
      return Buffer.concat([file.subarray(0, start - 8), table, file.subarray(start + 12)]);
    });
    assert.equal(found.count, 3);
  });

  test('are incomplete where frames are missing', () => {
    const found = framesOf({ ...image, frames: 10_000, table: 'basic' });
    assert.deepEqual(found, { count: 3, isIncomplete: true, bytes });
  });

  test('end with the file that is cut off', () => {
    // The delimiter (8 bytes), the last fragment (8 + 2) and a byte of the one before it.
    const found = framesOf({ ...image, table: 'basic', cut: 19 });
    assert.deepEqual(found.bytes, [...bytes.slice(0, 2), [0xff, 0xd8, 4, 4, 5]]);
  });

  test('whose last fragment is cut off are incomplete', () => {
    assert.equal(framesOf({ ...image, table: 'basic', cut: 9 }).isIncomplete, true);
    assert.equal(framesOf({ ...image, table: 'basic', cut: 8 }).isIncomplete, false);
  });

  test('are none where there is no fragment', () => {
    assert.deepEqual(framesOf({ ...common, fragments: [] }), {
      count: 0,
      isIncomplete: true,
      bytes: [],
    });
  });

  test('between something else are damaged', () => {
    const damage = (file: Buffer) => {
      // The first fragment follows the table of 3 entries.
      file.writeUInt16LE(0x0008, tableStart(file) + 12);
      return file;
    };
    assert.throws(() => framesOf({ ...image, table: 'basic' }, damage), /fragments is damaged/);
  });
});

/** Where the entries of the Basic Offset Table begin. */
const tableStart = (file: Buffer) => file.indexOf('e07f10004f420000ffffffff', 'hex') + 12 + 8;
