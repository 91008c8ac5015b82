import { setImmediate as turn } from 'node:timers/promises';
import dicomParser, { type DataSet } from 'dicom-parser';
import { modalityOf, windowOf } from './tables.ts';

/** A radiograph as a screen shows it: one byte for each pixel, 0 is black. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Implicit and explicit VR, little-endian: what is stored as it is (PS3.5, A.1 and A.2). */
const PLAIN = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']);

/** Pixels looked at before other requests get their turn. */
const AT_ONCE = 2_000_000;

interface Stored {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array | Uint16Array;
  /** The number a stored word stands for: sign, and unused bits at either end. */
  readonly numberOf: (word: number) => number;
  readonly isSigned: boolean;
}

/**
 * The picture of a DICOM file with a single, uncompressed, grey frame; undefined for every other file. Throws
 * where the file contradicts itself.
 */
export async function dicomPicture(bytes: Buffer, mostPixels: number) {
  const data = dicomParser.parseDicom(bytes);
  const stored = storedPixels(data, mostPixels);
  if (!stored) return undefined;
  const { width, height, values } = stored;
  const shown = await brightnessOf(data, stored);
  const pixels = new Uint8Array(width * height);
  await inTurns(pixels.length, (at) => {
    pixels[at] = shown[values[at] ?? 0] ?? 0;
  });
  return { width, height, pixels } satisfies GreyPicture;
}

/**
 * Whether a file that begins like this may have a picture: false is certain, and saves reading the rest of
 * a scan of many frames.
 */
export function mayHavePicture(head: Buffer): boolean {
  try {
    return isShown(dicomParser.parseDicom(head, { untilTag: 'x7fe00010' }));
  } catch {
    return true; // What counts stands further down, or the file is broken: the whole of it will tell.
  }
}

function isShown(data: DataSet): boolean {
  const allocated = data.uint16('x00280100');
  return (
    PLAIN.has(data.string('x00020010') ?? '') &&
    /^MONOCHROME[12]$/.test(data.string('x00280004')?.trim() ?? '') &&
    (data.intString('x00280008') ?? 1) === 1 &&
    data.uint16('x00280002') === 1 &&
    (allocated === 8 || allocated === 16)
  );
}

function storedPixels(data: DataSet, mostPixels: number): Stored | undefined {
  const width = data.uint16('x00280011') ?? 0;
  const height = data.uint16('x00280010') ?? 0;
  const allocated = data.uint16('x00280100') ?? 0;
  const element = data.elements.x7fe00010;
  if (!isShown(data) || !element || element.encapsulatedPixelData) return undefined;
  const size = width * height;
  const length = (size * allocated) / 8;
  if (size === 0 || size > mostPixels || element.length < length) return undefined;

  const bits = data.uint16('x00280101') ?? allocated;
  const unused = (data.uint16('x00280102') ?? bits - 1) + 1 - bits;
  const isSigned = data.uint16('x00280103') === 1;
  const { dataOffset } = element;
  // A copy begins at a multiple of two, as words must.
  const own = Uint8Array.from(data.byteArray.subarray(dataOffset, dataOffset + length));
  return {
    width,
    height,
    isSigned,
    values: allocated === 8 ? own : new Uint16Array(own.buffer),
    numberOf: (word) => {
      const value = (word >> unused) & (2 ** bits - 1);
      return isSigned && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
    },
  };
}

/** For each word that may be stored, how bright it is. */
async function brightnessOf(data: DataSet, stored: Stored): Promise<Uint8Array> {
  const { isSigned, numberOf } = stored;
  const modality = modalityOf(data, isSigned);
  const measured = (word: number) => modality(numberOf(word));
  const shown = windowOf(data, isSigned) ?? (await spread(data, stored, measured));
  const isInverse = data.string('x00280004')?.trim() === 'MONOCHROME1';
  const words = stored.values instanceof Uint8Array ? 256 : 65_536;
  return Uint8Array.from({ length: words }, (_, word) => {
    const share = Math.min(Math.max(shown(measured(word)), 0), 1);
    return Math.round((isInverse ? 1 - share : share) * 255);
  });
}

/** From the darkest to the brightest there is; padding around the picture does not count (PS3.3, C.7.5.1.1.2). */
async function spread(data: DataSet, stored: Stored, measured: (word: number) => number) {
  const present = new Uint8Array(65_536);
  await inTurns(stored.values.length, (at) => {
    present[stored.values[at] ?? 0] = 1;
  });
  const padding = stored.isSigned ? data.int16('x00280120') : data.uint16('x00280120');
  let least = Infinity;
  let most = -Infinity;
  for (let word = 0; word < present.length; word += 1) {
    if (!present[word] || stored.numberOf(word) === padding) continue;
    least = Math.min(least, measured(word));
    most = Math.max(most, measured(word));
  }
  return (value: number) => (most > least ? (value - least) / (most - least) : 0.5);
}

async function inTurns(count: number, work: (at: number) => void): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, count);
    for (let at = from; at < to; at += 1) work(at);
    if (to < count) await turn();
  }
}
