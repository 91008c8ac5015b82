import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as texts from '@deqiq/messages/viewer/export.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import { dot } from '../geometry/vectors.ts';
import { depthDirection, planeView } from '../geometry/volume/planes.ts';
import { isPlane } from '../model/panes/layout.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Renderer } from '../pixels/renderer.ts';
import { wrapText } from '../stage/overlay/draw-label.ts';
import { drawOverlay } from '../stage/overlay/overlay.ts';
import { drawAnnotations, drawGuides } from '../stage/overlay/overlay-annotations.ts';
import { drawPanes } from '../stage/render-panes.ts';

export type StageScene = {
  readonly model: ViewerModel;
  readonly renderer: Renderer;
  readonly canvas: HTMLCanvasElement;
  readonly annotations: readonly Annotation[];
  readonly scale: MeasureScale;
};

/** A copy of the stage with its lines, at the pixels of the screen. Throws where the graphics processor is lost. */
export function copyStage(scene: StageScene): HTMLCanvasElement {
  const { model, renderer, canvas, annotations, scale } = scene;
  const panes = model.panes();
  // The canvas can be copied only in the task that drew it.
  drawPanes(renderer, model, panes);
  if (canvas.getContext('webgl2')?.isContextLost()) throw new Error(viewerTexts.contextLost());
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height;
  const context = get2dContext(picture);
  context.drawImage(canvas, 0, 0);
  const width = Math.max(...panes.map(({ rect }) => rect.x + rect.width));
  const ratio = canvas.width / width;
  context.scale(ratio, ratio);
  const code = { drawGuides, drawAnnotations };
  drawOverlay(context, { model, panes, annotations, scale, code });
  return picture;
}

/** Whether a pane of the stage shows the patient mirrored. */
export function isStageMirrored(model: ViewerModel): boolean {
  const { space } = model.subject;
  return model.panes().some((pane) => {
    const shown = model.view(pane);
    if (shown.kind === 'picture') return shown.view.isMirrored;
    if (shown.kind !== 'plane' || !space || !isPlane(pane.kind)) return false;
    const { axes } = model.state.get();
    const upright = planeView(space, pane.kind, shown.view.centre, pane.rect, axes);
    return dot(depthDirection(shown.view), depthDirection(upright)) < 0;
  });
}

/** The strip below a picture, in CSS pixels. */
export const CAPTION = { size: 14, lineHeight: 20, padding: 12 } as const;
/** Millimetres between two ticks of a ruler. */
const TICK = 10;
const COLOURS = { paper: '#ffffff', ink: '#0b1722', muted: '#4a5a66' } as const;

/** The picture with a strip below it that says what it is. `lines` are wrapped; the first is the most prominent. */
export function addCaption(
  picture: HTMLCanvasElement,
  lines: readonly string[],
  ratio: number,
): HTMLCanvasElement {
  const padding = CAPTION.padding * ratio;
  const lineHeight = CAPTION.lineHeight * ratio;
  const result = document.createElement('canvas');
  const context = get2dContext(result);
  const font = `500 ${CAPTION.size * ratio}px "Onest", sans-serif`;
  context.font = font;
  const width = picture.width - 2 * padding;
  const wrapped = lines.flatMap((line, index) =>
    wrapText(line, width, (text) => context.measureText(text).width).map((text) => ({
      text,
      colour: index === 0 ? COLOURS.ink : COLOURS.muted,
    })),
  );
  extendBelow(context, picture, Math.round(wrapped.length * lineHeight + 2 * padding));
  // A canvas that changed its size has forgotten its font.
  context.font = font;
  context.textBaseline = 'middle';
  for (const [index, { text, colour }] of wrapped.entries()) {
    context.fillStyle = colour;
    context.fillText(text, padding, picture.height + padding + (index + 0.5) * lineHeight);
  }
  return result;
}

/** The picture with a ruler of a length in millimetres below it. */
export function addRuler(
  picture: HTMLCanvasElement,
  {
    length,
    pixels,
    ratio,
  }: { readonly length: number; readonly pixels: number; readonly ratio: number },
): HTMLCanvasElement {
  const unit = CAPTION.padding * ratio;
  const result = document.createElement('canvas');
  const context = get2dContext(result);
  extendBelow(context, picture, Math.round(3 * unit));
  const left = unit;
  const top = picture.height + unit;
  context.fillStyle = COLOURS.ink;
  context.fillRect(left, top + unit, pixels, ratio);
  const count = length / TICK;
  for (let tick = 0; tick <= count; tick += 1)
    context.fillRect(left + (pixels * tick) / count, top, ratio, unit);
  return result;
}

/** Makes a canvas of a picture and white paper below it. */
function extendBelow(
  context: CanvasRenderingContext2D,
  picture: HTMLCanvasElement,
  height: number,
): void {
  const { canvas } = context;
  canvas.width = picture.width;
  canvas.height = picture.height + height;
  context.fillStyle = COLOURS.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
}

function get2dContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error(texts.failed());
  return context;
}

const JPEG_QUALITY = 0.92;

/** Encodes a picture. Rejects where the device has not enough memory. */
export function encodePicture(picture: HTMLCanvasElement, type: 'png' | 'jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(texts.failed()))),
      `image/${type}`,
      JPEG_QUALITY,
    );
  });
}
