import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { part10 } from '@deqiq/samples/dicom/ct-slice.ts';
import { type Element, encodeElements } from '@deqiq/samples/dicom/elements.ts';
import { encodeJpegLs } from '@deqiq/samples/dicom-variants/encoders.ts';
import {
  type ImageFile,
  imageFile,
  SYNTAX,
  windowElements,
} from '@deqiq/samples/dicom-variants/image-file.ts';
import { dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { hashInstance } from './hash-instance.ts';

const size = { width: 8, height: 8 };
const words = Array.from({ length: 64 }, (_, at) => (at * 61) % 4_096);

/** Sequences, private elements, texts that are padded, numbers of several widths, and elements behind the pixels. */
const elements: Element[] = [
  { tag: 0x0008_0016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
  { tag: 0x0008_1120, vr: 'SQ', value: [] },
  { tag: 0x0009_0010, vr: 'LO', value: 'MAKER' },
  { tag: 0x0009_1002, vr: 'SQ', value: [[{ tag: 0x0009_1003, vr: 'US', value: 7 }]] },
  { tag: 0x0010_0010, vr: 'PN', value: 'Hüseynova^Nigar' },
  { tag: 0x0018_6020, vr: 'UL', value: 70_000 },
  { tag: 0x0040_0275, vr: 'SQ', value: [[{ tag: 0x0040_0008, vr: 'SQ', value: [[]] }], []] },
  ...windowElements('40', '400'),
  { tag: 0x7fe1_0010, vr: 'LO', value: 'TAIL' },
];
const image = (syntax: string, more: ImageFile = {}) =>
  imageFile({ ...size, syntax, words, more: elements, ...more });

function hash(bytes: Buffer) {
  const { length } = bytes;
  return hashInstance({ offset: 0, length, size: length, isDeflated: false }, bytes);
}

/** Both hashes; undefined where the file is refused. */
const hashOrRefuse = (bytes: Buffer) =>
  hash(bytes).then(
    ({ sha256, description }) => sha256 + description,
    () => undefined,
  );

/** The parts of a variant's name that say how it is encoded. */
const ENCODING =
  /^(implicit|explicit|bigEndian|deflated|rle|jpegLossless|jpegLs|jpeg2000|htj2k(Rpcl)?), | in planes$|, interleave \d$|, extended table$| in fragments without table$/g;
const isLossy = ({ name }: { name: string }) =>
  /loss|jpegBaseline/.test(name.replace(ENCODING, ''));
const variants = await dicomVariants();

describe('the hash of an instance', () => {
  test('is the same in all encodings without loss, and of each image another one', async () => {
    const hashes = new Set<string | undefined>();
    const images = Map.groupBy(
      variants.filter((variant) => !isLossy(variant)),
      ({ name }) => name.replace(ENCODING, '').replace(/^MONOCHROME2, (modality table)$/, '$1'),
    );
    for (const [name, encodings] of images) {
      const [first, ...others] = await Promise.all(encodings.map(({ bytes }) => hash(bytes)));
      for (const other of others) assert.equal(other.sha256, first?.sha256, name);
      hashes.add(first?.sha256);
    }
    assert.equal(hashes.size, images.size);
    assert.ok(variants.length > 2 * images.size);
  });

  test('contains sequences, private elements and numbers in every byte order', async () => {
    const expected = await hash(image(SYNTAX.explicit));
    for (const syntax of [SYNTAX.implicit, SYNTAX.bigEndian, SYNTAX.deflated])
      assert.deepEqual(await hash(image(syntax)), expected);
    const input = { ...size, words, samples: 1, bits: 12, isSigned: false } as const;
    const fragments = [[await encodeJpegLs(input)]];
    const file = { ...size, syntax: SYNTAX.jpegLs, fragments, more: elements };
    assert.deepEqual(await hash(imageFile(file)), { sha256: expected.sha256, description: null });
  });

  test('does not depend on lengths of groups and sequences, and on the padding of texts', async () => {
    const plain = encodeElements([
      { tag: 0x0008_0016, vr: 'UI', value: '1.2.3' },
      { tag: 0x0008_1110, vr: 'SQ', value: [[{ tag: 0x0008_0100, vr: 'SH', value: 'A' }]] },
      { tag: 0x0008_1120, vr: 'SQ', value: [] },
    ]);
    const written = [
      '08000000554c0400ffffff00',
      '080016005549080031 2e322e33 000000',
      '0800101153510000ffffffff feff00e0ffffffff 08000001534804004120 2000 feff0de000000000 feffdde000000000',
      '0800201153510000ffffffff feffdde000000000',
      'fcfffcff4f42000002000000 0000',
    ];
    const other = Buffer.from(written.join('').replaceAll(' ', ''), 'hex');
    assert.deepEqual(
      await hash(part10(SYNTAX.explicit, other)),
      await hash(part10(SYNTAX.explicit, plain)),
    );
  });

  test('counts pixels from their lowest bit, and what is in unused bits', async () => {
    const expected = await hash(image(SYNTAX.explicit));
    const upper = { highBit: 15, words: words.map((word) => word << 4) };
    const { sha256, description } = await hash(image(SYNTAX.explicit, upper));
    assert.equal(sha256, expected.sha256);
    assert.notEqual(description, expected.description);
    const overlay = { words: words.map((word) => word | 0x8000) };
    const withOverlay = await hash(image(SYNTAX.explicit, overlay));
    assert.notEqual(withOverlay.sha256, expected.sha256);
    assert.deepEqual(await hash(image(SYNTAX.bigEndian, overlay)), withOverlay);
  });

  test('changes with every byte, and with every byte that is missing at the end', async () => {
    // Of an implicit file, because VRs do not count.
    const file = image(SYNTAX.implicit);
    const expected = await hashOrRefuse(file);
    for (let at = file.indexOf('1.2.840.10008.5.1.4.1.1.2'); at < file.length; at += 1) {
      assert.notEqual(await hashOrRefuse(file.subarray(0, at)), expected, `${at} bytes`);
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.notEqual(await hashOrRefuse(changed), expected, `byte ${at}`);
    }
  });

  test('does not exist where pixels are encoded with loss', async () => {
    for (const { bytes } of variants.filter(isLossy))
      await assert.rejects(hash(bytes), /without loss/);
  });
});

/** A folder of DICOM files that are converted, too. */
const SAMPLES = process.env.DICOM_SAMPLES ?? '';

const hasDcmtk = spawnSync('dcmconv', ['--version']).status === 0;

/** Programs that convert without loss; each one can read some of the files. */
const conversions: readonly (readonly [program: string, ...options: string[]])[] = [
  ['dcmconv', '+ti'],
  ['dcmconv', '+te', '-e'],
  ['dcmconv', '+tb'],
  ['dcmconv', '+td'],
  ['dcmcrle'],
  ['dcmcjpls'],
  ['dcmcjpeg'],
  ['dcmdrle'],
  ['dcmdjpls'],
  ['dcmdjpeg'],
];

/** Each costs twenty starts of a program. */
const CONVERTED = /^explicit, (12 bits|RGB$|palette)|^(rle|jpegLs|jpegLossless), 3 frames$/;

describe('the hash outlives a conversion by dcmtk', {
  skip: !hasDcmtk && 'dcmconv is not installed (apt-get install dcmtk)',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'deqiq-conversions-'));
  after(() => rmSync(folder, { recursive: true }));
  const paths = SAMPLES === '' ? [] : globSync(`${SAMPLES}/**/*.dcm`).sort();
  const files = [
    ...variants.filter(({ name }) => CONVERTED.test(name)),
    ...paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) })),
  ];
  const from = join(folder, 'from.dcm');
  const to = join(folder, 'to.dcm');
  for (const [program, ...options] of conversions)
    test([program, ...options].join(' '), async () => {
      let converted = 0;
      for (const { name, bytes } of files) {
        const expected = await hash(bytes).catch(() => undefined);
        writeFileSync(from, bytes);
        if (!expected || spawnSync(program, [...options, from, to]).status !== 0) continue;
        const { sha256, description } = await hash(readFileSync(to));
        assert.equal(sha256, expected.sha256, name);
        if (description && expected.description)
          assert.equal(description, expected.description, name);
        converted += 1;
      }
      assert.ok(converted > 0);
    });
});
