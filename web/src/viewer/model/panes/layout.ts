import * as texts from '@deqiq/messages/viewer/layouts.js';
import type { Size } from '../../geometry/vectors.ts';
import type { PlaneName } from '../../geometry/volume/planes.ts';
import type { PaneRect } from '../../pixels/panes.ts';

/** Layouts of the stage for a volume. */
export type Layout = PlaneName | 'panoramic' | 'sections' | 'surface' | 'two' | 'four' | 'board';

export const layoutNames: Readonly<Record<Layout, () => string>> = {
  axial: texts.axial,
  coronal: texts.coronal,
  sagittal: texts.sagittal,
  panoramic: texts.panoramic,
  sections: texts.sections,
  surface: texts.surface,
  two: texts.two,
  four: texts.four,
  board: texts.board,
};

/** The kinds of panes. A section is perpendicular to the dental arch; a reading mode places planes of its own. */
export type PaneKind = 'picture' | PlaneName | 'panoramic' | 'section' | 'surface' | 'mode';

export type PaneLayout = {
  readonly id: string;
  readonly kind: PaneKind;
  readonly rect: PaneRect;
  /** Of a section: how many steps after the chosen one it lies. Of a plane of a mode: its number, from 0. */
  readonly offset: number;
};

/** CSS pixels between panes. */
const GAP = 2;

/** The width from which a board shows nine cross-sections, and six; below it three. */
const NINE_SECTIONS = 1_000;
const SIX_SECTIONS = 800;

/** Where the panes of a layout lie. A picture, and a stack's frame, has the whole stage. */
export function layoutPanes(layout: Layout | 'picture', stage: Size): PaneLayout[] {
  const whole = { x: 0, y: 0, ...stage };
  if (layout === 'four') return grid(['axial', 'coronal', 'sagittal', 'surface'], whole, 2);
  if (layout === 'two') {
    const columns = stage.width >= stage.height ? 2 : 1;
    return grid(['axial', 'coronal'], whole, columns);
  }
  if (layout === 'board') return boardPanes(whole);
  if (layout === 'sections') return [pane('section', whole)];
  return [pane(layout, whole)];
}

/** The planes of a reading mode, in rows of two. */
export const layoutModePanes = (
  panes: readonly { readonly id: string }[],
  stage: Size,
): PaneLayout[] =>
  cells({ x: 0, y: 0, ...stage }, panes.length, Math.min(panes.length, 2)).map((rect, offset) => ({
    id: panes[offset]?.id ?? '',
    kind: 'mode',
    rect,
    offset,
  }));

const pane = (kind: PaneKind, rect: PaneRect, offset = 0): PaneLayout => ({
  id: offset === 0 ? kind : `${kind}${offset}`,
  kind,
  rect,
  offset,
});

/** The panoramic and the axial plane above, cross-sections around the chosen one below. */
function boardPanes(whole: PaneRect): PaneLayout[] {
  const isWide = whole.width > whole.height;
  const [above, below] = split(whole, 'rows', isWide ? 0.5 : 0.55);
  const [panoramic, axial] = split(above, isWide ? 'columns' : 'rows', isWide ? 0.68 : 0.5);
  const count = whole.width >= NINE_SECTIONS ? 9 : whole.width >= SIX_SECTIONS ? 6 : 3;
  const first = -Math.floor(count / 2);
  const sections = Array.from({ length: count }, () => 'section' as const);
  return [
    pane('panoramic', panoramic),
    pane('axial', axial),
    ...cells(below, count, count).map((rect, index) =>
      pane(sections[index] ?? 'section', rect, first + index),
    ),
  ];
}

function grid(kinds: readonly PaneKind[], whole: PaneRect, columns: number): PaneLayout[] {
  return cells(whole, kinds.length, columns).map((rect, index) =>
    pane(kinds[index] ?? 'axial', rect),
  );
}

function cells(whole: PaneRect, count: number, columns: number): PaneRect[] {
  const rows = Math.ceil(count / columns);
  const width = (whole.width - GAP * (columns - 1)) / columns;
  const height = (whole.height - GAP * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, index) => ({
    x: whole.x + (index % columns) * (width + GAP),
    y: whole.y + Math.floor(index / columns) * (height + GAP),
    width,
    height,
  }));
}

function split(
  { x, y, width, height }: PaneRect,
  into: 'rows' | 'columns',
  share: number,
): [PaneRect, PaneRect] {
  if (into === 'columns') {
    const first = (width - GAP) * share;
    return [
      { x, y, width: first, height },
      { x: x + first + GAP, y, width: width - first - GAP, height },
    ];
  }
  const first = (height - GAP) * share;
  return [
    { x, y, width, height: first },
    { x, y: y + first + GAP, width, height: height - first - GAP },
  ];
}

export function findPane(
  panes: readonly PaneLayout[],
  [x, y]: readonly [number, number],
): PaneLayout | undefined {
  return panes.find(
    ({ rect }) => x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height,
  );
}

export const paneSize = ({ rect: { width, height } }: PaneLayout): Size => ({ width, height });

export const isPlane = (kind: PaneKind): kind is PlaneName =>
  kind === 'axial' || kind === 'coronal' || kind === 'sagittal';
