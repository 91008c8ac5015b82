import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { openImage } from '@deqiq/testkit/documents/rendered.ts';
import { pickCases } from '@deqiq/testkit/fast-run.ts';
import { Tag } from '../../../dicom/tags.ts';
import { findDataSet } from './frame-attributes.ts';
import { type DicomImage, readFrame, renderSamples } from './render.ts';
import { readNumber } from './values.ts';

/** A folder of DICOM files that are compared too. */
const SAMPLES = process.env.DICOM_SAMPLES ?? '';

const MAX_PIXELS = 40_000_000;

/** Levels of 255 by which a rendering may differ from dcmtk's: both round. */
const TOLERANCE = 1;

/** dcmtk converts YBR with three tables of integers, and rounds each term; the decoders round their sum. */
const YBR_TOLERANCE = 2;

/** Files that differ more, by name, with the largest difference and its reason. */
const explained: Readonly<Record<string, readonly [difference: number, reason: string]>> = {
  'CT0012.fragmented_no_bot_jpeg_baseline.51.dcm': [
    3,
    'a stored value may differ by 1, because inverse cosine transforms round; the window is 102 values wide',
  ],
  'CTImage.dcm_JPEGProcess2_4TransferSyntax_1.2.840.10008.1.2.4.51.dcm': [
    3,
    'a stored value may differ by 1, because inverse cosine transforms round; the window is narrow',
  ],
};

const hasDcmtk = spawnSync('dcm2pnm', ['--version']).status === 0;
const hasGdcm = spawnSync('gdcmconv', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'deqiq-dcmtk-'));
after(() => rmSync(folder, { recursive: true }));

interface Reference {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** dcmtk decodes no wavelets: gdcm decodes them first. undefined where neither can. */
function renderWithDcmtk(path: string, image: DicomImage): Reference | undefined {
  const isWavelet = /\.4\.(9\d|20\d)$/.test(image.file.transferSyntax);
  const source = isWavelet ? join(folder, 'raw.dcm') : path;
  if (isWavelet && (!hasGdcm || !succeeds('gdcmconv', ['--raw', path, source]))) return undefined;
  const output = join(folder, 'rendered.pnm');
  const args = ['--frame', '1', ...windowOptions(image), source, output];
  const tool = ['dcm2pnm', 'dcmj2pnm', 'dcml2pnm'].find((name) => succeeds(name, args));
  return tool === undefined ? undefined : parsePnm(readFileSync(output));
}

/** Options for the default of the decoders: the first window, else the first VOI table, else the full range. */
function windowOptions({ file: { data }, image }: DicomImage): string[] {
  if (!image.photometric.startsWith('MONOCHROME')) return [];
  if (data.string('x00281050')) return ['+Wi', '1'];
  // dcmtk ignores windows in the functional groups of enhanced files, but not their rescale.
  const group = findDataSet(data, 0, Tag.windowCenter);
  const [centre, width] = [Tag.windowCenter, Tag.windowWidth].map((tag) => readNumber(group, tag));
  if (centre !== undefined && width !== undefined) return ['+Ww', String(centre), String(width)];
  return data.elements.x00283010?.items?.[0] ? ['+Wl', '1'] : ['+Wm'];
}

const succeeds = (command: string, args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};

/** P5 or P6 with 8 bits. */
function parsePnm(bytes: Buffer): Reference {
  const head = /^P[56]\s+(?:#[^\n]*\n)*(\d+)\s+(\d+)\s+255\s/.exec(
    bytes.toString('latin1', 0, 200),
  );
  assert.ok(head);
  const width = Number(head[1]);
  const height = Number(head[2]);
  return { width, height, pixels: bytes.subarray(head[0].length) };
}

interface Comparison {
  readonly difference: number;
  readonly tolerance: number;
}

/** The largest difference of the first frame; a reason where there is nothing to compare. */
async function compare(path: string): Promise<Comparison | string> {
  const image = openImage(readFileSync(path), MAX_PIXELS);
  if (!image || image.frames.count === 0) return 'has no picture';
  const expected = renderWithDcmtk(path, image);
  if (!expected) return 'neither dcmtk nor gdcm reads it';
  const { width, height, pixels } = renderSamples(image, 0, await readFrame(image, 0));
  assert.deepEqual([width, height], [expected.width, expected.height]);
  assert.equal(pixels.length, expected.pixels.length);
  const difference = pixels.reduce(
    (max, pixel, index) => Math.max(max, Math.abs(pixel - (expected.pixels[index] ?? 0))),
    0,
  );
  const isYbr = image.image.photometric.startsWith('YBR');
  return { difference, tolerance: isYbr ? YBR_TOLERANCE : TOLERANCE };
}

async function assertEqualToDcmtk(t: { diagnostic(text: string): void }, path: string) {
  const name = basename(path);
  const comparison = await compare(path);
  if (typeof comparison === 'string') return t.diagnostic(`${name} not compared: ${comparison}`);
  const { difference, tolerance } = comparison;
  const [allowed] = explained[name] ?? [tolerance];
  assert.ok(difference <= allowed, `${name} differs by ${difference} of 255`);
}

describe('renderings equal those of dcmtk', {
  skip: !hasDcmtk && 'dcm2pnm is not installed (apt-get install dcmtk libgdcm-tools)',
}, async () => {
  for (const { name, bytes } of hasDcmtk ? pickCases(await dicomVariants(), 4) : [])
    test(name, (t) => {
      const path = join(folder, `${name}.dcm`);
      writeFileSync(path, bytes);
      return assertEqualToDcmtk(t, path);
    });
});

describe('renderings of real files equal those of dcmtk', {
  skip: SAMPLES === '' ? 'DICOM_SAMPLES names no folder' : !hasDcmtk && 'dcm2pnm is not installed',
}, () => {
  for (const path of SAMPLES === '' ? [] : globSync(`${SAMPLES}/**/*.dcm`).sort())
    test(basename(path), (t) => assertEqualToDcmtk(t, path));
});
