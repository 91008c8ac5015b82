import type { PictureMetadata, SeriesIssue } from '@deqiq/contract/shared/derivatives.ts';
import { cross, dot, type FramePlane, scale, subtract } from '../dicom/frame-attributes.ts';

/** What the order and the geometry of slices depend on. */
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
  readonly slices: readonly Slice[];
  /** Slices that are no part of the result: other series, other sizes, duplicates. */
  readonly omitted: number;
  readonly issues: readonly SeriesIssue[];
  readonly geometry: Geometry | undefined;
}

/** Fewer slices are no volume. */
const MIN_VOLUME = 8;

/** Part of the common distance by which a gap, or a shift within the plane, may differ. */
const TOLERANCE = 0.02;

/** Millimetres below which two positions are the same: devices write three decimals. */
const SAME_POSITION = 0.001;

/** Difference of two direction cosines that is rounding. */
const SAME_DIRECTION = 0.001;

/**
 * Arranges the slices of a file: the series with most slices, as a volume in the order of their positions along the
 * normal (never of names or numbers), as a stack where their geometry forbids that, or as a single image.
 */
export function arrange<Slice extends SliceHeader>(all: readonly Slice[]): Arrangement<Slice> {
  const series = largest(Map.groupBy(all, (slice) => slice.series));
  const inStack = series.length < MIN_VOLUME ? all : series;
  const first = inStack[0];
  if (!first) return { kind: 'stack', slices: [], omitted: 0, issues: [], geometry: undefined };
  const sameSize = largest(
    Map.groupBy(inStack, ({ width, height, channels }) => `${width} ${height} ${channels}`),
  );
  const omitted = all.length - sameSize.length;
  const issues: SeriesIssue[] = sameSize.length < inStack.length ? ['mixed-sizes'] : [];
  if (sameSize.length === 1)
    return { kind: 'image', slices: sameSize, omitted, issues, geometry: undefined };
  const stack: Arrangement<Slice> = {
    kind: 'stack',
    slices: byNumber(sameSize),
    omitted,
    issues,
    geometry: undefined,
  };
  if (sameSize.length < MIN_VOLUME || sameSize.some(({ channels }) => channels === 3)) return stack;
  return arrangeVolume(sameSize, stack);
}

const byNumber = <Slice extends SliceHeader>(slices: readonly Slice[]): Slice[] =>
  [...slices].sort((a, b) => a.instanceNumber - b.instanceNumber || a.frame - b.frame);

function largest<Slice>(groups: ReadonlyMap<string, Slice[]>): Slice[] {
  return [...groups.values()].reduce(
    (best, group) => (group.length > best.length ? group : best),
    [],
  );
}

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
  const withIssue = (issue: SeriesIssue): Arrangement<Slice> => ({
    ...stack,
    issues: [...stack.issues, issue],
  });
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
  const issues = [...stack.issues];
  if (unique.length < located.length) issues.push('duplicate-slices');
  if (unique.length < MIN_VOLUME) return { ...stack, issues };
  const ordered = unique.map(({ slice }) => slice);
  const problem = findProblem(unique);
  const base = {
    ...stack,
    slices: ordered,
    omitted: stack.omitted + located.length - unique.length,
  };
  if (problem) return { ...base, issues: [...issues, problem] };
  return { ...base, kind: 'volume', issues, geometry: geometryOf(unique) };
}

function isParallel(a: FramePlane, b: FramePlane): boolean {
  return (
    Math.hypot(...subtract(a.column, b.column)) < SAME_DIRECTION &&
    Math.hypot(...subtract(a.row, b.row)) < SAME_DIRECTION &&
    Math.abs(a.spacing[0] - b.spacing[0]) < SAME_DIRECTION &&
    Math.abs(a.spacing[1] - b.spacing[1]) < SAME_DIRECTION
  );
}

/** Why slices in order are no regular grid. */
function findProblem<Slice>(slices: readonly Located<Slice>[]): SeriesIssue | undefined {
  const gaps = slices
    .slice(1)
    .map(({ distance }, index) => distance - (slices[index]?.distance ?? 0));
  const common = median(gaps);
  const tolerance = Math.max(common * TOLERANCE, SAME_POSITION);
  const odd = gaps.filter((gap) => Math.abs(gap - common) > tolerance);
  if (odd.length > 0) {
    const isMultiple = (gap: number) =>
      gap > common * 1.5 && Math.abs(gap / common - Math.round(gap / common)) < TOLERANCE * 5;
    return odd.every(isMultiple) ? 'missing-slices' : 'uneven-gaps';
  }
  const [first, second] = slices;
  const last = slices.at(-1);
  if (!first || !second || !last) return undefined;
  const { plane } = first;
  const shift = subtract(last.plane.position, plane.position);
  const drift = Math.hypot(dot(shift, plane.column), dot(shift, plane.row));
  return drift > tolerance * (slices.length - 1) ? 'gantry-tilt' : undefined;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function geometryOf<Slice>(slices: readonly Located<Slice>[]): Geometry | undefined {
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
    spacing: [plane.spacing[0], plane.spacing[1], length / (slices.length - 1)],
  };
}
