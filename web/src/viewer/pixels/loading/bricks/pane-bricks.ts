import type { Pane } from '../../panes.ts';
import type { brickFinder } from './visible-bricks.ts';

/**
 * Finds the bricks of several panes. Those of a pane that has not changed stay: those of a panoramic take long.
 * `blackIn`: whether a brick is black in a pane.
 */
export function paneBricks(
  { find, findNext }: ReturnType<typeof brickFinder>,
  blackIn: (pane: Pane) => (index: number) => boolean,
) {
  let before: readonly Pane[] = [];
  let ratioBefore = 0;
  let tonesBefore = describeTones(before);
  let found: readonly (readonly number[])[] = [];

  /**
   * The bricks that these panes show and may show next, the most urgent first, and those that are black in all of them
   * that cut them; undefined where nothing has changed.
   */
  return (panes: readonly Pane[], pixelRatio: number) => {
    const isSame = panes.map(
      (pane, index) => pixelRatio === ratioBefore && haveSameContent(pane, before[index]),
    );
    const tones = describeTones(panes);
    if (panes.length === before.length && isSame.every(Boolean) && tones === tonesBefore)
      return undefined;
    found = panes.map((pane, index) => (isSame[index] && found[index]) || find(pane, pixelRatio));
    const withoutBlack = (bricks: readonly number[], pane: Pane) => {
      const isBlack = blackIn(pane);
      return bricks.filter((index) => !isBlack(index));
    };
    const seen = panes.map((pane, index) => withoutBlack(found[index] ?? [], pane));
    const next = panes.flatMap((pane, index) =>
      withoutBlack(findNext(pane, before[index], pixelRatio), pane),
    );
    before = panes;
    ratioBefore = pixelRatio;
    tonesBefore = tones;
    const shown = interleave(seen);
    return { shown: [...shown], next, black: found.flat().filter((index) => !shown.has(index)) };
  };
}

/** The first of each list, then the second of each: no pane waits for another one. */
function interleave(lists: readonly (readonly number[])[]): ReadonlySet<number> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = new Set<number>();
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) {
      const brick = list[index];
      if (brick !== undefined) all.add(brick);
    }
  return all;
}

/** Whether two panes show the same part of the volume. */
function haveSameContent(pane: Pane, other: Pane | undefined): boolean {
  if (pane.kind === 'panoramic' && other?.kind === 'panoramic' && pane.surface !== other.surface)
    return false;
  return (
    other !== undefined &&
    JSON.stringify(describePart(pane)) === JSON.stringify(describePart(other))
  );
}

const describePart = (pane: Pane) =>
  pane.kind === 'plane' || pane.kind === 'panoramic'
    ? [pane.kind, pane.rect, pane.view, pane.slab]
    : pane.kind;

/** Window and sharpening decide, beside the slab, which voxels are black. */
const describeTones = (panes: readonly Pane[]): string =>
  JSON.stringify(
    panes.map((pane) =>
      pane.kind === 'plane' || pane.kind === 'panoramic' ? [pane.window, pane.sharpen] : pane.kind,
    ),
  );
