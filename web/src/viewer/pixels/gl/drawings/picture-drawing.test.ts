import { expect, test } from 'vitest';
import { fitView } from '../../../geometry/picture-view.ts';
import { EMPTY } from '../subject.ts';
import { drawPicture } from './picture-drawing.ts';

/** Like the browser's: its sizes are getters of the prototype. */
class Bitmap {
  get width() {
    return 200;
  }
  get height() {
    return 100;
  }
  close() {}
}

test('a photograph ends at its own edges', () => {
  const bitmap = new Bitmap();
  const pane = { x: 0, y: 0, width: 400, height: 800 };
  const drawing = drawPicture(
    {
      kind: 'picture',
      rect: pane,
      view: fitView({ width: 200, height: 100 }, pane),
      window: { centre: 127.5, width: 255 },
      isInverse: false,
      sharpen: 0,
    } as Parameters<typeof drawPicture>[0],
    {
      subject: { ...EMPTY, bitmap: { bitmap, size: bitmap, isPreview: false } },
      rect: { ...pane, corner: [0, 0], ratio: 1 },
      textures: { bitmap: () => ({}) },
      isMoving: false,
    } as unknown as Parameters<typeof drawPicture>[1],
  );
  expect(drawing?.uniforms.bounds).toEqual([-0.5, -0.5, 199.5, 99.5]);
});
