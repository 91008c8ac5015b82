import type { PictureMetadata, SeriesIssue } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { cross, dot, type FramePlane, scale, subtract } from '../dicom/frame-attributes.ts';

/** Values that determine the order and the geometry of slices. */
export interface SliceHeader {
  readonly series: string;
  readonly width: number;
  readonly height: number;
  /** 1: grey, 3: colour. */
  readonly channels: 1 | 3;
  readonly instanceNumber: number;
  readonly frame: number;
  readonly plane: FramePlane | undefined;
}

export type Geometry = NonNullable<PictureMetadata['geometry']>;

export interface Arrangement<Slice> {
  readonly kind: 'image' | 'stack' | 'volume';
  /** The slices that exist. Those of `missing` lie between them. */
  readonly slices: readonly Slice[];
  /** Indices of the slices of a volume that are made from their neighbours, ascending. */
  readonly missing: readonly number[];
  readonly issues: readonly SeriesIssue[];
  readonly geometry: Geometry | undefined;
}

/** Fewer slices are no volume. */
const MIN_VOLUME = 8;

/** Part of the common distance by which a gap, or a shift within the plane, may differ. */
const TOLERANCE = 0.02;

/** Neighbouring slices that may be missing, the part of all of them, and millimetres between those around the gap. */
const MAX_MISSING = 2;
const MAX_MISSING_SHARE = 0.05;
const MAX_GAP = 6;

/** Millimetres within the plane to one between planes: 45 degrees. */
const MAX_TILT = 1;

/** Millimetres below which two positions are the same: devices write three decimals. */
const SAME_POSITION = 0.001;

/** Difference of two direction cosines that is rounding. */
const SAME_DIRECTION = 0.001;

/**
 * The pictures of a file, the one with most slices first: slices of one series and size. Short series with positions
 * are one picture: some devices give each slice a series of its own.
 */
export function groupSeries<Slice extends SliceHeader>(all: readonly Slice[]): Slice[][] {
  const lengths = Map.groupBy(all, (slice) => slice.series);
  const groups = Map.groupBy(all, ({ series, width, height, channels, plane }) => {
    const isShort = (lengths.get(series)?.length ?? 0) < MIN_VOLUME;
    return `${isShort && plane ? '' : series} ${width} ${height} ${channels}`;
  });
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/**
 * Arranges the slices of one picture: as a volume in the order of their positions along the normal (never of names or
 * numbers), as a stack where their geometry forbids that, or as a single image.
 */
export function arrange<Slice extends SliceHeader>(slices: readonly Slice[]): Arrangement<Slice> {
  const stack: Arrangement<Slice> = {
    kind: slices.length === 1 ? 'image' : 'stack',
    slices: byNumber(slices),
    missing: [],
    issues: [],
    geometry: undefined,
  };
  if (slices.length < MIN_VOLUME || slices.some(({ channels }) => channels === 3)) return stack;
  return arrangeVolume(slices, stack);
}

const byNumber = <Slice extends SliceHeader>(slices: readonly Slice[]): Slice[] =>
  [...slices].sort((a, b) => a.instanceNumber - b.instanceNumber || a.frame - b.frame);

interface Located<Slice> {
  readonly slice: Slice;
  readonly plane: FramePlane;
  /** Millimetres along the normal. */
  readonly distance: number;
}

function arrangeVolume<Slice extends SliceHeader>(
  slices: readonly Slice[],
  stack: Arrangement<Slice>,
): Arrangement<Slice> {
  const withIssue = (issue: SeriesIssue): Arrangement<Slice> => ({ ...stack, issues: [issue] });
  const reference = slices[0]?.plane;
  if (!reference || slices.some(({ plane }) => !plane)) return withIssue('no-positions');
  const normal = cross(reference.column, reference.row);
  const located = slices
    .flatMap((slice): Located<Slice>[] => {
      const { plane } = slice;
      return plane ? [{ slice, plane, distance: dot(plane.position, normal) }] : [];
    })
    .sort((a, b) => a.distance - b.distance);
  if (located.some(({ plane }) => !isParallel(plane, reference)))
    return withIssue('mixed-orientations');
  const unique = located.filter(
    ({ distance }, index) =>
      index === 0 || distance - (located[index - 1]?.distance ?? 0) > SAME_POSITION,
  );
  const issues: SeriesIssue[] = [];
  if (unique.length < located.length) issues.push('duplicate-slices');
  if (unique.length < MIN_VOLUME) return { ...stack, issues };
  const base = { ...stack, slices: unique.map(({ slice }) => slice) };
  const grid = findGrid(unique);
  return {
    ...base,
    kind: grid.geometry ? 'volume' : 'stack',
    issues: [...issues, ...grid.issues],
    missing: grid.missing,
    geometry: grid.geometry,
  };
}

function isParallel(a: FramePlane, b: FramePlane): boolean {
  return (
    Math.hypot(...subtract(a.column, b.column)) < SAME_DIRECTION &&
    Math.hypot(...subtract(a.row, b.row)) < SAME_DIRECTION &&
    Math.abs(a.spacing[0] - b.spacing[0]) < SAME_DIRECTION &&
    Math.abs(a.spacing[1] - b.spacing[1]) < SAME_DIRECTION
  );
}

type Grid = Pick<Arrangement<unknown>, 'missing' | 'issues' | 'geometry'>;

const noGrid = (issue: SeriesIssue): Grid => ({
  missing: [],
  issues: [issue],
  geometry: undefined,
});

/** The regular grid on which slices in order lie, with gaps that their neighbours fill; or why there is none. */
function findGrid<Slice>(slices: readonly Located<Slice>[]): Grid {
  const gaps = slices
    .slice(1)
    .map(({ distance }, index) => distance - (slices[index]?.distance ?? 0));
  const common = median(gaps);
  const tolerance = Math.max(common * TOLERANCE, SAME_POSITION);
  const steps = gaps.map((gap) => Math.max(1, Math.round(gap / common)));
  const errors = gaps.map((gap, index) => Math.abs(gap - (steps[index] ?? 1) * common));
  if (errors.some((error, index) => error > tolerance * (steps[index] ?? 1)))
    return noGrid(
      steps.some((step) => step > 1) && errors.every((error) => error < tolerance * 5)
        ? 'missing-slices'
        : 'uneven-gaps',
    );
  const missing = findMissing(steps);
  const isWide = steps.some(
    (step) => step > 1 && (step > MAX_MISSING + 1 || step * common > MAX_GAP),
  );
  if (isWide || missing.length > Math.max(MAX_MISSING, slices.length * MAX_MISSING_SHARE))
    return noGrid('missing-slices');
  const tilt = findTilt(slices, tolerance);
  if (tilt === 'irregular') return noGrid('gantry-tilt');
  return {
    missing,
    issues: [
      ...(missing.length > 0 ? (['missing-slices'] as const) : []),
      ...(tilt === 'tilted' ? (['gantry-tilt'] as const) : []),
    ],
    geometry: describeGrid(slices, slices.length + missing.length),
  };
}

/** Indices that are missing between slices which are so many steps apart. */
function findMissing(steps: readonly number[]): number[] {
  let index = 0;
  return steps.flatMap((step) => {
    const between = Array.from({ length: step - 1 }, (_, offset) => index + 1 + offset);
    index += step;
    return between;
  });
}

/** How slices move within their own plane along a series: not, evenly as with a tilted gantry, or in no order. */
function findTilt<Slice>(
  slices: readonly Located<Slice>[],
  tolerance: number,
): 'none' | 'tilted' | 'irregular' {
  const [first] = slices;
  const last = slices.at(-1);
  if (!first || !last) return 'none';
  const { row, column, spacing } = first.plane;
  const length = last.distance - first.distance;
  const measureShift = ({ plane }: Located<Slice>) => {
    const shift = subtract(plane.position, first.plane.position);
    return [dot(shift, column), dot(shift, row)] as const;
  };
  const [across, down] = measureShift(last);
  const drift = Math.hypot(across, down);
  const isEven = slices.every((slice) => {
    const part = (slice.distance - first.distance) / length;
    const [x, y] = measureShift(slice);
    return Math.hypot(x - across * part, y - down * part) <= Math.min(...spacing) / 2;
  });
  if (!isEven || drift > length * MAX_TILT) return 'irregular';
  return drift > tolerance * (slices.length - 1) ? 'tilted' : 'none';
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The grid from the first slice to the last one: its normal is oblique where a gantry was tilted. */
function describeGrid<Slice>(
  slices: readonly Located<Slice>[],
  count: number,
): Geometry | undefined {
  const first = slices[0];
  const last = slices.at(-1);
  if (!first || !last) return undefined;
  const { plane } = first;
  // Where the slices really are: a drift within the tolerance would add up to several voxels.
  const shift = subtract(last.plane.position, plane.position);
  const length = Math.hypot(...shift);
  return {
    origin: [...plane.position],
    column: [...plane.column],
    row: [...plane.row],
    normal: [...scale(shift, 1 / length)],
    spacing: [plane.spacing[0], plane.spacing[1], length / (count - 1)],
  };
}
