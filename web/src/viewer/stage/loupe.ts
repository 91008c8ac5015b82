import { clamp, type Point2, type Size } from '../geometry/vectors.ts';
import { COLOURS } from './overlay/strokes.ts';

/** CSS pixels: of the loupe, and from the finger to its middle. */
const RADIUS = 58;
const DISTANCE = 108;
const ZOOM = 2.5;
/** CSS pixels around the middle that the cross leaves free. */
const GAP = 5;

type LoupeScene = {
  /** The canvas with the pixels, in the task that drew it. */
  readonly picture: HTMLCanvasElement;
  /** Of the stage. */
  readonly size: Size;
  readonly at: Point2;
};

/** Shows enlarged what a finger covers: above it, or beside it where the stage ends. */
export function drawLoupe(overlay: HTMLCanvasElement, { picture, size, at }: LoupeScene): void {
  const context = overlay.getContext('2d');
  if (!context) return;
  const [x, y] = loupeCentre(at, size);
  context.save();
  context.beginPath();
  context.arc(x, y, RADIUS, 0, Math.PI * 2);
  context.fillStyle = '#000000';
  context.fill();
  context.save();
  context.clip();
  context.translate(x - at[0] * ZOOM, y - at[1] * ZOOM);
  context.drawImage(picture, 0, 0, size.width * ZOOM, size.height * ZOOM);
  context.restore();
  context.lineWidth = 2;
  context.strokeStyle = COLOURS.own;
  context.stroke();
  context.lineWidth = 1;
  context.beginPath();
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(x + dx * GAP, y + dy * GAP);
    context.lineTo(x + (dx * RADIUS) / 2, y + (dy * RADIUS) / 2);
  }
  context.stroke();
  context.restore();
}

/** Never under the finger: above it; below the upper edge of the stage, to the side that has more room. */
export function loupeCentre([x, y]: Point2, { width }: Size): Point2 {
  if (y - DISTANCE >= RADIUS) return [clamp(x, RADIUS, width - RADIUS), y - DISTANCE];
  return [x < width / 2 ? x + DISTANCE : x - DISTANCE, Math.max(y, RADIUS)];
}
