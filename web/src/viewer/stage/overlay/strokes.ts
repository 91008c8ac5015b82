import type { Point2 } from '../../geometry/vectors.ts';

/** Colours on the dark picture: glow for the user's own, amber for those of the other side. */
export const COLOURS = {
  own: '#7fe3e8',
  other: '#f0b860',
  selected: '#ffffff',
  text: '#eef2f3',
  canal: '#f2938a',
  arch: '#8fd8a8',
  near: '#f5c26b',
  close: '#ff8f85',
  halo: 'rgba(6, 14, 22, 0.75)',
  axial: '#f0b860',
  coronal: '#8fd8a8',
  sagittal: '#7fb4f0',
} as const;

export const FONT = '500 12px "Onest", sans-serif';
export type Context = CanvasRenderingContext2D;

/** Every line has a dark halo, so that it is seen on bone and on air. */
export function strokePath(
  context: Context,
  points: readonly Point2[],
  colour: string,
  dash: number[] = [],
  width = 1.75,
): void {
  if (points.length < 2) return;
  tracePath(context, points);
  context.setLineDash([]);
  context.strokeStyle = COLOURS.halo;
  context.lineWidth = width + 2;
  context.stroke();
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
  context.setLineDash([]);
}

export function tracePath(context: Context, points: readonly Point2[]): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
}

export function drawHandle(
  context: Context,
  [x, y]: Point2,
  colour: string,
  isLarge: boolean,
): void {
  context.beginPath();
  context.arc(x, y, isLarge ? 6 : 4, 0, Math.PI * 2);
  context.fillStyle = COLOURS.halo;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.75;
  context.stroke();
}

/** Text with a dark halo. */
export function haloText(context: Context, text: string, x: number, y: number): void {
  context.lineWidth = 3;
  context.strokeStyle = COLOURS.halo;
  context.strokeText(text, x, y);
  context.fillStyle = COLOURS.text;
  context.fillText(text, x, y);
}
