import * as texts from '@deqiq/messages/viewer/measurements.js';
import { formatNumber } from '../../lib/format.ts';
import { findMiddle } from '../geometry/ellipse.ts';
import { isPoint2, isPoint3, type Point2, type Point3 } from '../geometry/vectors.ts';
import { toVoxel } from '../geometry/volume/volume-space.ts';
import type { Content } from './kinds.ts';
import type { MeasureScale } from './measure-scale.ts';

type GreyStatistics = { readonly mean: number; readonly deviation: number };

type Point = readonly number[];

/** More pixels of one ellipse are measured in regular distances. */
const MAX_SAMPLES = 200_000;
const MAX_PROFILE = 400;

type Sampled = Content<'ellipse' | 'profile'>;

/** Reads the pixel or voxel nearest to a point of an annotation. */
function createReader(content: Sampled, { grey, space }: MeasureScale) {
  const frame = content.frame ?? 0;
  return (point: Point): number | undefined => {
    const located = point as unknown as Point2 | Point3;
    if (isPoint2(located)) return grey?.reader.valueAt(located, frame);
    return space && isPoint3(located)
      ? grey?.reader.valueAt(toVoxel(space, located), frame)
      : undefined;
  };
}

/** Pixels or millimetres between samples, so that a line along the grid meets each pixel once. */
const sampleStep = (content: Sampled, { space }: MeasureScale): number =>
  content.points[0]?.length === 3 && space ? Math.min(...space.spacing) : 1;

const cache = new WeakMap<Sampled, { scale: MeasureScale; found: GreyStatistics | undefined }>();

/** Mean and standard deviation of the values in an ellipse; undefined in colour and while nothing is loaded. */
export function measureGrey(
  content: Content<'ellipse'>,
  scale: MeasureScale,
): GreyStatistics | undefined {
  const cached = cache.get(content);
  // The stage draws more often than pixels or points change.
  if (cached?.scale === scale) return cached.found;
  const found = scale.grey && summarize(readEllipse(content, scale));
  cache.set(content, { scale, found });
  return found;
}

function readEllipse(content: Content<'ellipse'>, scale: MeasureScale): number[] {
  const [left = [], right = [], top = [], bottom = []] = content.points as readonly Point[];
  const across = halfAxis(left, right);
  const along = halfAxis(top, bottom);
  const centre = findMiddle(content.points);
  const area = Math.PI * across.length * along.length;
  const finest = sampleStep(content, scale);
  const step = Math.max(finest, Math.sqrt(area / MAX_SAMPLES));
  const read = createReader(content, scale);
  const values: number[] = [];
  const rows = Math.floor(along.length / step);
  for (let row = -rows; row <= rows; row += 1) {
    const share = (row * step) / along.length;
    const columns = Math.floor((across.length * Math.sqrt(1 - share * share)) / step);
    for (let column = -columns; column <= columns; column += 1) {
      const value = read(
        centre.map(
          (middle, axis) =>
            middle +
            (across.unit[axis] ?? 0) * column * step +
            (along.unit[axis] ?? 0) * row * step,
        ),
      );
      if (value !== undefined) values.push(value);
    }
  }
  return values;
}

function halfAxis(from: Point, to: Point) {
  const half = from.map((value, axis) => ((to[axis] ?? 0) - value) / 2);
  const length = Math.hypot(...half);
  return { length, unit: half.map((value) => value / length) };
}

function summarize(values: readonly number[]): GreyStatistics | undefined {
  if (values.length === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

/** Values along a line: the share of its length from the first point, and the value of the nearest pixel there. */
export function readProfile(
  content: Content<'profile'>,
  scale: MeasureScale,
): { readonly share: number; readonly value: number }[] {
  const [from = [], to = []] = content.points as readonly Point[];
  const length = Math.hypot(...from.map((value, axis) => (to[axis] ?? 0) - value));
  const count = Math.min(MAX_PROFILE, Math.ceil(length / sampleStep(content, scale)) + 1);
  const read = createReader(content, scale);
  return Array.from({ length: count }, (_, index) => index / Math.max(1, count - 1)).flatMap(
    (share) => {
      const value = read(from.map((start, axis) => start + ((to[axis] ?? 0) - start) * share));
      return value === undefined ? [] : [{ share, value }];
    },
  );
}

/** "HU" where the file says so; else that the numbers are grey values, and of how many bits. */
export const nameGreyUnit = ({ grey }: MeasureScale): string =>
  grey?.metadata.unit || texts.greyUnit({ bits: String(grey?.metadata.bits ?? '') });

/** Classes of bone by its mean Hounsfield units, and where each begins: Misch, Contemporary Implant Dentistry, 1999. */
const BONE_CLASSES = [
  ['D1', 1250],
  ['D2', 850],
  ['D3', 350],
  ['D4', 150],
] as const;

/** undefined below the softest bone, and where values have another unit than HU: those of most CBCT have none. */
function findBoneClass({ mean }: GreyStatistics, { grey }: MeasureScale): string | undefined {
  if (grey?.metadata.unit !== 'HU') return undefined;
  return BONE_CLASSES.find(([, from]) => mean >= from)?.[0];
}

/** "orta 945,3 ± 60,1 (σ) HU · sümük D2 (Misch)"; '' where nothing is measured. */
export function describeGrey(content: Content<'ellipse'>, scale: MeasureScale): string {
  const found = measureGrey(content, scale);
  if (!found) return '';
  const measured = texts.grey({
    mean: formatNumber(found.mean, 1),
    deviation: formatNumber(found.deviation, 1),
    unit: nameGreyUnit(scale),
  });
  // Pixels of a coarser level are means of several: they scatter less.
  const text = scale.levelScale > 1 ? texts.coarse({ text: measured }) : measured;
  const name = findBoneClass(found, scale);
  return name ? texts.boneClass({ text, name }) : text;
}
