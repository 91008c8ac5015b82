import type { Pane } from '../../panes.ts';
import type { brickFinder } from './visible-bricks.ts';

/** Finds the bricks of several panes. Those of a pane that has not changed stay: those of a panoramic take long. */
export function paneBricks({ find, findNext }: ReturnType<typeof brickFinder>) {
  let before: readonly Pane[] = [];
  let ratioBefore = 0;
  let found: readonly (readonly number[])[] = [];

  /** The bricks that these panes show and may show next, the most urgent first; undefined where nothing has changed. */
  return (panes: readonly Pane[], pixelRatio: number) => {
    const isSame = panes.map(
      (pane, index) => pixelRatio === ratioBefore && haveSameContent(pane, before[index]),
    );
    if (panes.length === before.length && isSame.every(Boolean)) return undefined;
    found = panes.map((pane, index) => (isSame[index] && found[index]) || find(pane, pixelRatio));
    const next = panes.flatMap((pane, index) => findNext(pane, before[index], pixelRatio));
    before = panes;
    ratioBefore = pixelRatio;
    return { shown: interleave(found), next };
  };
}

/** The first of each list, then the second of each: no pane waits for another one. */
function interleave(lists: readonly (readonly number[])[]): number[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = new Set<number>();
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) {
      const brick = list[index];
      if (brick !== undefined) all.add(brick);
    }
  return [...all];
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
