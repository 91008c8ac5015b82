import type { Element } from '../dicom/elements.ts';
import {
  type EncoderInput,
  encodeHtj2k,
  encodeJpeg2000,
  encodeJpegBaseline,
  encodeJpegLossless,
  encodeJpegLs,
  encodeRle,
} from './encoders.ts';
import {
  type ImageFile,
  imageFile,
  paletteElements,
  rescaleElements,
  SYNTAX,
  tableElement,
  windowElements,
} from './image-file.ts';

/** A DICOM file, and what was written into it. */
export interface DicomVariant {
  readonly name: string;
  readonly bytes: Buffer;
  readonly format: VariantFormat;
  /** Stored values, or colours, of each frame, interleaved; of signed files with their sign. */
  readonly frames: readonly (readonly number[])[];
  /** By how much the decoded samples may differ. */
  readonly tolerance: number;
  readonly shading: Shading;
}

export interface VariantFormat {
  readonly photometric: string;
  readonly allocated: number;
  readonly stored: number;
  readonly isSigned: boolean;
  readonly width: number;
  readonly height: number;
}

/** How the reference formula gets from stored values to grey; absent parts are the identity. */
export interface Shading {
  readonly slope?: number;
  readonly intercept?: number;
  readonly modality?: Table;
  readonly voi?: Table;
  readonly window?: {
    readonly centre: number;
    readonly width: number;
    readonly shape: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID';
  };
  readonly padding?: readonly [number, number];
  readonly palette?: readonly (readonly number[])[];
}

interface Table {
  readonly first: number;
  readonly bits: number;
  readonly entries: readonly number[];
}

type Syntax = keyof typeof SYNTAX;

interface Recipe {
  readonly syntax?: Syntax;
  readonly stored?: number;
  readonly allocated?: 8 | 16;
  readonly highBit?: number;
  readonly isSigned?: boolean;
  readonly photometric?: string;
  readonly frames?: number;
  readonly isPlanar?: boolean;
  readonly table?: ImageFile['table'];
  readonly fragments?: number;
  readonly interleave?: number;
  readonly shading?: Shading;
}

const WIDTH = 38;
const HEIGHT = 27;

const uncompressed = ['implicit', 'explicit', 'bigEndian', 'deflated'] as const;
const lossless = ['rle', 'jpegLossless', 'jpegLs', 'jpeg2000', 'htj2k', 'htj2kRpcl'] as const;

const curve = (count: number, bits: number): number[] =>
  Array.from({ length: count }, (_, at) =>
    Math.round((2 ** bits - 1) * Math.sqrt(at / (count - 1))),
  );

const shadings: Record<string, Shading> = {
  'linear window': { window: { centre: 900, width: 1_600, shape: 'LINEAR' } },
  'exact window': { window: { centre: 900, width: 1_600, shape: 'LINEAR_EXACT' } },
  'sigmoid window': { window: { centre: 900, width: 800, shape: 'SIGMOID' } },
  'rescale and window': {
    slope: 0.5,
    intercept: -1_024,
    window: { centre: 40, width: 400, shape: 'LINEAR' },
  },
  rescale: { slope: 2.5, intercept: -100 },
  'negative slope': { slope: -1, intercept: 4_095 },
  'modality table': { modality: { first: 100, bits: 16, entries: curve(3_000, 12) } },
  'modality table and window': {
    modality: { first: 0, bits: 16, entries: curve(4_096, 12) },
    window: { centre: 2_000, width: 2_500, shape: 'LINEAR' },
  },
  'VOI table of 16 bits': { voi: { first: 0, bits: 16, entries: curve(4_096, 16) } },
  'VOI table of 12 bits': { voi: { first: 500, bits: 12, entries: curve(2_000, 12) } },
  'VOI table of 8 bits': { voi: { first: 0, bits: 8, entries: curve(4_096, 8) } },
  'rescale and VOI table': {
    slope: 1,
    intercept: 200,
    voi: { first: 200, bits: 10, entries: curve(4_096, 10) },
  },
  padding: { padding: [0, 300] },
};

function recipes(): Record<string, Recipe> {
  const list: Record<string, Recipe> = {};
  for (const syntax of [...uncompressed, ...lossless])
    for (const [stored, isSigned] of [
      [8, false],
      [10, false],
      [12, true],
      [16, false],
      [16, true],
    ] as const)
      list[`${syntax}, ${stored} bits, ${isSigned ? 'signed' : 'unsigned'}`] = {
        syntax,
        stored,
        isSigned,
      };
  for (const syntax of uncompressed)
    list[`${syntax}, 8 bits, signed`] = { syntax, stored: 8, isSigned: true };
  for (const [name, shading] of Object.entries(shadings))
    for (const photometric of ['MONOCHROME2', 'MONOCHROME1'])
      list[`${photometric}, ${name}`] = { shading, photometric };
  for (const syntax of ['bigEndian', 'jpegLs', 'jpegLossless'] as const) {
    const { modality } = shadings['modality table'] ?? {};
    if (modality) list[`${syntax}, modality table`] = { syntax, shading: { modality } };
  }
  list['signed, rescale and window'] = {
    isSigned: true,
    shading: { ...shadings['rescale and window'], intercept: -20 },
  };
  list['high bit 15 of 12'] = { highBit: 15 };
  list['near-lossless JPEG-LS'] = { syntax: 'jpegLsNear' };
  list['lossy JPEG 2000'] = { syntax: 'jpeg2000Lossy' };
  list['jpegBaseline, grey'] = { syntax: 'jpegBaseline', stored: 8 };
  list['jpegBaseline, colour'] = {
    syntax: 'jpegBaseline',
    stored: 8,
    photometric: 'YBR_FULL_422',
  };
  for (const syntax of [...uncompressed, 'rle', 'jpegLossless'] as const)
    for (const photometric of ['RGB', 'YBR_FULL'])
      list[`${syntax}, ${photometric}`] = { syntax, stored: 8, photometric };
  for (const syntax of uncompressed)
    list[`${syntax}, RGB in planes`] = { syntax, stored: 8, photometric: 'RGB', isPlanar: true };
  list['explicit, YBR_FULL_422'] = { stored: 8, photometric: 'YBR_FULL_422' };
  for (const interleave of [0, 1, 2])
    list[`jpegLs, RGB, interleave ${interleave}`] = {
      syntax: 'jpegLs',
      stored: 8,
      photometric: 'RGB',
      interleave,
    };
  list['jpeg2000, RGB'] = { syntax: 'jpeg2000', stored: 8, photometric: 'YBR_RCT' };
  list['htj2k, RGB'] = { syntax: 'htj2k', stored: 8, photometric: 'YBR_RCT' };
  for (const syntax of [...uncompressed, 'rle', 'jpegLs'] as const)
    list[`${syntax}, palette`] = {
      syntax,
      stored: 8,
      photometric: 'PALETTE COLOR',
      shading: { palette: [0, 85, 170].map((shift) => rotate(shift)) },
    };
  for (const syntax of ['explicit', ...lossless] as const)
    list[`${syntax}, 3 frames`] = { syntax, frames: 3, table: 'basic' };
  list['jpegLs, 3 frames, extended table'] = { syntax: 'jpegLs', frames: 3, table: 'extended' };
  list['jpegLs, 3 frames in fragments without table'] = {
    syntax: 'jpegLs',
    frames: 3,
    fragments: 2,
  };
  return list;
}

const rotate = (shift: number) =>
  Array.from({ length: 256 }, (_, index) => ((index * 3 + shift) % 256) * 257);

/** Files of every syntax, depth, sign, photometric interpretation and table that is decoded. */
export async function dicomVariants(): Promise<DicomVariant[]> {
  const variants: DicomVariant[] = [];
  for (const [name, recipe] of Object.entries(recipes())) variants.push(await build(name, recipe));
  return variants;
}

async function build(name: string, recipe: Recipe): Promise<DicomVariant> {
  const { syntax = 'explicit', stored = 12, isSigned = false, shading = {} } = recipe;
  const { photometric = 'MONOCHROME2', frames: count = 1 } = recipe;
  const allocated = recipe.allocated ?? (stored > 8 ? 16 : 8);
  const samples = /^(RGB|YBR)/.test(photometric) ? 3 : 1;
  const frames = Array.from({ length: count }, (_, frame) =>
    drawFrame({ samples, bits: stored, isSigned, frame }),
  );
  const format = { photometric, allocated, stored, isSigned, width: WIDTH, height: HEIGHT };
  const bytes = imageFile({
    ...format,
    syntax: SYNTAX[syntax],
    frames: count,
    more: [...identity, ...buildElements(shading, stored)],
    ...(recipe.highBit !== undefined && { highBit: recipe.highBit }),
    ...(recipe.isPlanar && { isPlanar: true }),
    ...(recipe.table && { table: recipe.table }),
    ...(await encodePixels(frames, { ...recipe, syntax, photometric, stored, allocated }, samples)),
  });
  const expected = frames.map((values) =>
    photometric === 'YBR_FULL_422' && syntax === 'explicit' ? shareChroma(values) : values,
  );
  const tolerance = tolerances[syntax] ?? 0;
  return { name, bytes, format, frames: expected, tolerance, shading };
}

/** Elements that readers require although they do not describe pixels: Secondary Capture. */
const identity: Element[] = [
  { tag: 0x0008_0016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.7' },
  { tag: 0x0008_0018, vr: 'UI', value: '2.25.3' },
  { tag: 0x0008_0060, vr: 'CS', value: 'OT' },
  { tag: 0x0020_000d, vr: 'UI', value: '2.25.1' },
  { tag: 0x0020_000e, vr: 'UI', value: '2.25.2' },
];

/** Of 255 for JPEG, of the stored range for the others. */
const tolerances: Partial<Record<Syntax, number>> = {
  jpegBaseline: 12,
  jpegLsNear: 3,
  jpeg2000Lossy: 8,
};

const LEVEL_OF_NOISE = 1 / 64;

/** A gradient with edges and noise, over the full range. */
function drawFrame(format: {
  readonly samples: 1 | 3;
  readonly bits: number;
  readonly isSigned: boolean;
  readonly frame: number;
}): number[] {
  const { samples, bits, isSigned, frame } = format;
  const max = 2 ** bits - 1;
  let state = 7 + frame;
  const noise = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state / 2 ** 32 - 0.5) * LEVEL_OF_NOISE;
  };
  return Array.from({ length: WIDTH * HEIGHT * samples }, (_, at) => {
    const pixel = Math.floor(at / samples);
    const x = pixel % WIDTH;
    const y = Math.floor(pixel / WIDTH);
    const slope = (x + y + (at % samples) * 11 + frame * 5) / (WIDTH + HEIGHT + 32);
    const edge = (x >> 3) % 2 === (y >> 3) % 2 ? 0.1 : 0;
    const share = Math.min(Math.max(slope + edge + noise(), 0), 1);
    return Math.round(share * max) - (isSigned ? 2 ** (bits - 1) : 0);
  });
}

type FullRecipe = Recipe & {
  readonly syntax: Syntax;
  readonly photometric: string;
  readonly stored: number;
  readonly allocated: number;
};

async function encodePixels(
  frames: readonly (readonly number[])[],
  recipe: FullRecipe,
  samples: 1 | 3,
): Promise<Pick<ImageFile, 'words' | 'fragments'>> {
  const { syntax, stored, highBit, photometric, isSigned = false } = recipe;
  const mask = 2 ** stored - 1;
  const shift = highBit === undefined ? 0 : highBit + 1 - stored;
  const words = frames.map((values) => values.map((value) => (value & mask) << shift));
  if (uncompressed.includes(syntax as (typeof uncompressed)[number]))
    return { words: words.flatMap((frame) => layOut(frame, recipe)) };
  const encoded: Buffer[][] = [];
  for (const [index, frame] of words.entries()) {
    // JPEG-LS and JPEG know no sign; the wavelet codecs do.
    const hasSign = isSigned && /^(jpeg2000|htj2k)/.test(syntax);
    const input: EncoderInput = {
      width: WIDTH,
      height: HEIGHT,
      samples,
      bits: stored,
      isSigned: hasSign,
      words: hasSign ? (frames[index] ?? []) : frame,
    };
    const bytes = await compress(syntax, input, { photometric, interleave: recipe.interleave });
    encoded.push(split(bytes, recipe.fragments ?? 1));
  }
  return { fragments: encoded };
}

function layOut(frame: readonly number[], { photometric, isPlanar }: FullRecipe): number[] {
  if (photometric === 'YBR_FULL_422')
    return Array.from({ length: frame.length / 6 }, (_, pair) =>
      [0, 3, 1, 2].map((sample) => frame[pair * 6 + sample] ?? 0),
    ).flat();
  if (!isPlanar) return [...frame];
  return [0, 1, 2].flatMap((sample) => frame.filter((_, at) => at % 3 === sample));
}

const shareChroma = (frame: readonly number[]): number[] =>
  frame.map((value, at) => (at % 6 > 3 ? (frame[at - 3] ?? 0) : value));

function compress(
  syntax: Syntax,
  input: EncoderInput,
  { photometric, interleave }: { photometric: string; interleave: number | undefined },
): Promise<Buffer> | Buffer {
  switch (syntax) {
    case 'rle':
      return encodeRle(input);
    case 'jpegLossless':
      return encodeJpegLossless(input);
    case 'jpegLs':
      return encodeJpegLs(input, interleave === undefined ? {} : { interleave });
    case 'jpegLsNear':
      return encodeJpegLs(input, { near: 3 });
    case 'jpeg2000':
      return encodeJpeg2000(input);
    case 'jpeg2000Lossy':
      return encodeJpeg2000(input, false);
    case 'htj2k':
      return encodeHtj2k(input, 0);
    case 'htj2kRpcl':
      return encodeHtj2k(input);
    case 'jpegBaseline':
      return encodeJpegBaseline(input);
    default:
      throw new Error(`${syntax} with ${photometric} has no encoder`);
  }
}

function split(bytes: Buffer, count: number): Buffer[] {
  // Fragments have an even length.
  const length = 2 * Math.ceil(bytes.length / count / 2);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

function buildElements(shading: Shading, stored: number): Element[] {
  const { slope, intercept = 0, modality, voi, window, padding, palette } = shading;
  return [
    ...(slope === undefined ? [] : rescaleElements(String(slope), String(intercept))),
    ...(modality ? [tableElement(0x0028_3000, modality)] : []),
    ...(voi ? [tableElement(0x0028_3010, voi)] : []),
    ...(window ? windowElements(String(window.centre), String(window.width), window.shape) : []),
    ...(padding
      ? ([
          { tag: 0x0028_0120, vr: 'US', value: padding[0] },
          { tag: 0x0028_0121, vr: 'US', value: padding[1] },
        ] as const)
      : []),
    ...(palette && stored === 8 ? paletteElements(palette) : []),
  ];
}
