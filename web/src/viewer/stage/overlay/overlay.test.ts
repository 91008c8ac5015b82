import { expect, test } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import { createModel } from '../../testing/annotations.ts';
import { type Drawn, recordCanvas } from '../../testing/recorded-canvas.ts';
import { drawOverlay } from './overlay.ts';
import { drawAnnotations, drawGuides } from './overlay-annotations.ts';
import { COLOURS } from './strokes.ts';

/** Lines and texts over one pane of a board; the ninth cross-section of the jaw is selected. */
function drawPane(kind: 'panoramic' | 'axial' | 'section', stage = { width: 1200, height: 800 }) {
  const model = createModel(volumeMetadata());
  model.resize(stage);
  model.update({
    layout: 'board',
    isArchFound: true,
    section: 8,
    arch: [
      [-15, 10, 60],
      [-10, -15, 60],
      [4, -25, 60],
      [18, -15, 60],
      [23, 10, 60],
    ],
  });
  const { context, drawn } = recordCanvas();
  const scale = {
    picture: { kind: 'none', millimetresPerPixel: [1, 1] },
    space: undefined,
    levelScale: 1,
  } as const;
  const panes = model.panes();
  // The other panes stay on the stage: marks are those of all cross-sections that it shows.
  const view: typeof model.view = (pane) =>
    pane.kind === kind ? model.view(pane) : { kind: 'empty' };
  const code = { drawGuides, drawAnnotations };
  drawOverlay(context, { model: { ...model, view }, panes, annotations: [], scale, code });
  return drawn;
}

/** Vertical lines from the top of a pane to its end. */
const verticals = (drawn: readonly Drawn[]) =>
  drawn.filter(
    ({ points: [from, to], colour }) =>
      colour !== COLOURS.halo && from && to && from[0] === to[0] && from[1] === 0,
  );

test('the panoramic marks all nine cross-sections, and the selected one most', () => {
  const marks = verticals(drawPane('panoramic'));
  expect(marks).toHaveLength(9);
  expect(new Set(marks.map(({ points: [from] }) => from?.[0])).size).toBe(9);
  const selected = marks.filter(({ colour }) => colour === COLOURS.selected);
  expect(selected).toEqual([marks.at(-1)]);
  for (const neighbour of marks.slice(0, -1))
    expect(neighbour.alpha).toBeLessThan(selected[0]?.alpha ?? 0);
});

test('the axial plane marks them across the arch', () => {
  const across = drawPane('axial').filter(
    ({ points, colour }) =>
      points.length === 3 && [COLOURS.selected, COLOURS.arch].includes(colour as '#ffffff'),
  );
  expect(across).toHaveLength(9);
  expect(across.at(-1)?.colour).toBe(COLOURS.selected);
});

test('as many are marked as the stage shows', () => {
  expect(verticals(drawPane('panoramic', { width: 900, height: 800 }))).toHaveLength(6);
  expect(verticals(drawPane('panoramic', { width: 390, height: 700 }))).toHaveLength(3);
});

test('the sides of a cross-section are vestibular and lingual', () => {
  const letters = drawPane('section').flatMap(({ text }) => text ?? []);
  expect(letters.filter((text) => text === 'Vest.')).toHaveLength(9);
  expect(letters.filter((text) => text === 'Ling.')).toHaveLength(9);
});
