import { ctSlice } from '../dicom/ct-slice.ts';
import type { Element } from '../dicom/elements.ts';
import { imageFile, rescaleElements } from '../dicom-variants/image-file.ts';
import type { Scan } from './scan.ts';
import type { Point } from './scene.ts';

const ENHANCED_CT_STORAGE = '1.2.840.10008.5.1.4.1.1.2.1';
const SERIES = '2.25.4711';
const PATIENT = 'Fantom^Sinaq';

/** One file per slice, by name. The order of names and instance numbers is not that of the positions. */
export function sliceFiles(scan: Scan): Record<string, Buffer> {
  const { size, spacing } = scan;
  const numbers = findOrder(scan);
  return Object.fromEntries(
    numbers.map((slice, index): [string, Buffer] => [
      `CT/I${String((index * 7919) % 10_000).padStart(4, '0')}.dcm`,
      ctSlice({
        width: size[0],
        height: size[1],
        instance: index + 1,
        series: SERIES,
        patient: PATIENT,
        position: findPosition(scan, slice),
        orientation: findOrientation(scan),
        pixels: storedPixels(scan, slice),
        more: [
          { tag: 0x0028_0030, vr: 'DS', value: [decimal(spacing[1]), decimal(spacing[0])] },
          ...rescale(scan),
          { tag: 0x0028_0101, vr: 'US', value: 16 },
          { tag: 0x0028_0102, vr: 'US', value: 15 },
          { tag: 0x0028_0103, vr: 'US', value: scan.variant.isSigned ? 1 : 0 },
        ],
      }),
    ]),
  );
}

/** One file of all slices: an Enhanced CT image (PS3.3, A.38), whose frames have positions of their own. */
export function multiFrameFile(scan: Scan): Buffer {
  const { size, spacing } = scan;
  const numbers = findOrder(scan);
  const words = new Uint16Array(size[0] * size[1] * size[2]);
  numbers.forEach((slice, frame) => {
    words.set(storedPixels(scan, slice), frame * size[0] * size[1]);
  });
  const group = (tag: number, elements: Element[]): Element => ({
    tag,
    vr: 'SQ',
    value: [elements],
  });
  const pixelSpacing = [decimal(spacing[1]), decimal(spacing[0])];
  return imageFile({
    width: size[0],
    height: size[1],
    frames: size[2],
    stored: 16,
    words,
    isSigned: scan.variant.isSigned,
    more: [
      { tag: 0x0008_0005, vr: 'CS', value: 'ISO_IR 192' },
      { tag: 0x0008_0016, vr: 'UI', value: ENHANCED_CT_STORAGE },
      { tag: 0x0008_0018, vr: 'UI', value: `${SERIES}.1` },
      { tag: 0x0008_0060, vr: 'CS', value: 'CT' },
      { tag: 0x0010_0010, vr: 'PN', value: PATIENT },
      { tag: 0x0020_000d, vr: 'UI', value: `${SERIES}.2` },
      { tag: 0x0020_000e, vr: 'UI', value: SERIES },
      group(0x5200_9229, [
        group(0x0020_9116, [
          { tag: 0x0020_0037, vr: 'DS', value: findOrientation(scan).map(decimal) },
        ]),
        group(0x0028_9110, [{ tag: 0x0028_0030, vr: 'DS', value: pixelSpacing }]),
        group(0x0028_9145, rescale(scan)),
      ]),
      {
        tag: 0x5200_9230,
        vr: 'SQ',
        value: numbers.map((slice) => [
          group(0x0020_9113, [
            { tag: 0x0020_0032, vr: 'DS', value: findPosition(scan, slice).map(decimal) },
          ]),
        ]),
      },
    ],
  });
}

/** The slices in the order of the file. */
function findOrder({ size, variant }: Scan): readonly number[] {
  const ascending = Array.from({ length: size[2] }, (_, index) => index);
  return variant.isReversed ? ascending.toReversed() : ascending;
}

/** A decimal string has at most 16 characters (PS3.5, 6.2). */
const decimal = (value: number): string => String(toDecimal(value));
const toDecimal = (value: number): number => Number(value.toFixed(8));

function findPosition({ origin, normal, spacing, tilt, variant }: Scan, slice: number): Point {
  const at = (axis: 0 | 1 | 2) =>
    toDecimal(origin[axis] + slice * (normal[axis] * spacing[2] + variant.row[axis] * tilt));
  return [at(0), at(1), at(2)];
}

function findOrientation({ variant: { column, row } }: Scan) {
  const [a, b, c] = column.map(toDecimal) as [number, number, number];
  const [d, e, f] = row.map(toDecimal) as [number, number, number];
  return [a, b, c, d, e, f] as const;
}

const rescale = ({ variant: { slope, intercept } }: Scan): Element[] =>
  rescaleElements(String(slope), String(intercept));

/** Stored values of a slice; negative ones as two's complement. */
function storedPixels({ densities, size, variant }: Scan, slice: number): Uint16Array {
  const { slope, intercept, isSigned } = variant;
  const count = size[0] * size[1];
  const [low, high] = isSigned ? [-32_768, 32_767] : [0, 65_535];
  return Uint16Array.from({ length: count }, (_, index) => {
    const stored = Math.round(((densities[slice * count + index] ?? 0) - intercept) / slope);
    return Math.min(Math.max(stored, low), high) & 0xffff;
  });
}
