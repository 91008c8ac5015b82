import type { SeriesIssue } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { cross, dot, type FramePlane, subtract } from '../dicom/frame-attributes.ts';
import { findGrid, type Grid, type Located, SAME_POSITION } from './volume-grid.ts';

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

export interface Arrangement<Slice> extends Grid {
  readonly kind: 'image' | 'stack' | 'volume';
  /** The slices that exist. Those of `missing` lie between them. */
  readonly slices: readonly Slice[];
}

/** Fewer slices are no volume. */
const MIN_VOLUME = 8;

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
