import { clamp, type Point2, type Size } from './vectors.ts';

export type QuarterTurns = 0 | 1 | 2 | 3;

/**
 * How a pane shows a picture. Picture coordinates are full-resolution pixels; the centre of the first pixel is
 * `[0, 0]`. The picture is mirrored first (left and right), then rotated clockwise.
 */
export interface PictureView {
  /** The picture point in the middle of the pane. */
  readonly centre: Point2;
  /** CSS pixels of the pane per column of the picture. */
  readonly scale: number;
  /** Row spacing / column spacing: rows are stretched by it, so that millimetres are square. */
  readonly aspect: number;
  readonly quarterTurns: QuarterTurns;
  readonly isMirrored: boolean;
}

/** Pixels of a picture: the left and top one, and how many. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

interface FitOptions {
  readonly aspect?: number;
  /** The part that has to be seen; the whole picture by default. */
  readonly content?: Rect;
  readonly quarterTurns?: QuarterTurns;
  readonly isMirrored?: boolean;
}

/** Shows the whole picture, or its content, as large as the pane permits. */
export function fitView(size: Size, paneSize: Size, options: FitOptions = {}): PictureView {
  const { aspect = 1, quarterTurns = 0, isMirrored = false } = options;
  const content = options.content ?? { x: 0, y: 0, ...size };
  const shown = sizeOnPane(content, { scale: 1, aspect, quarterTurns });
  return {
    centre: [content.x + (content.width - 1) / 2, content.y + (content.height - 1) / 2],
    // A pane without a size yet must not make the scale 0.
    scale: Math.min(
      Math.max(paneSize.width, 1) / shown.width,
      Math.max(paneSize.height, 1) / shown.height,
    ),
    aspect,
    quarterTurns,
    isMirrored,
  };
}

/** Row spacing / column spacing; 1 where the spacing is unknown. */
export const pixelAspect = (spacing: readonly [number, number] | undefined): number =>
  spacing ? spacing[1] / spacing[0] : 1;

function sizeOnPane(
  { width, height }: Size,
  { scale, aspect, quarterTurns }: Pick<PictureView, 'scale' | 'aspect' | 'quarterTurns'>,
): Size {
  const upright = { width: width * scale, height: height * aspect * scale };
  return quarterTurns % 2 === 0 ? upright : { width: upright.height, height: upright.width };
}

/** A matrix of a rotation by quarter turns, after mirroring: picture directions to pane directions. */
function toMatrix({ quarterTurns, isMirrored }: PictureView): readonly [Point2, Point2] {
  const [cosine, sine] = QUARTERS[quarterTurns];
  const side = isMirrored ? -1 : 1;
  return [
    [cosine * side, -sine],
    [sine * side, cosine],
  ];
}

/** Cosine and sine; y points down, so that positive angles are clockwise. */
const QUARTERS = { 0: [1, 0], 1: [0, 1], 2: [-1, 0], 3: [0, -1] } as const satisfies Record<
  QuarterTurns,
  Point2
>;

export function pictureToPane(view: PictureView, paneSize: Size, point: Point2): Point2 {
  const [across, down] = toMatrix(view);
  const x = (point[0] - view.centre[0]) * view.scale;
  const y = (point[1] - view.centre[1]) * view.scale * view.aspect;
  return [
    paneSize.width / 2 + across[0] * x + across[1] * y,
    paneSize.height / 2 + down[0] * x + down[1] * y,
  ];
}

export function paneToPicture(view: PictureView, paneSize: Size, point: Point2): Point2 {
  const [x, y] = paneToPictureOffset(view, [
    point[0] - paneSize.width / 2,
    point[1] - paneSize.height / 2,
  ]);
  return [view.centre[0] + x, view.centre[1] + y];
}

/** The inverse of an orthogonal matrix is its transpose. */
function paneToPictureOffset(view: PictureView, [x, y]: Point2): Point2 {
  const [across, down] = toMatrix(view);
  return [
    (across[0] * x + down[0] * y) / view.scale,
    (across[1] * x + down[1] * y) / (view.scale * view.aspect),
  ];
}

/** Zooms by a factor (above 1: larger); what is under `point` stays there. */
export function zoomAt(
  view: PictureView,
  paneSize: Size,
  point: Point2,
  factor: number,
): PictureView {
  const zoomed = { ...view, scale: view.scale * factor };
  const fixed = paneToPicture(view, paneSize, point);
  const moved = paneToPicture(zoomed, paneSize, point);
  return {
    ...zoomed,
    centre: [view.centre[0] + fixed[0] - moved[0], view.centre[1] + fixed[1] - moved[1]],
  };
}

/** Moves the picture by CSS pixels, as a finger drags it. */
export function panBy(view: PictureView, [x, y]: Point2): PictureView {
  const [across, down] = paneToPictureOffset(view, [-x, -y]);
  return { ...view, centre: [view.centre[0] + across, view.centre[1] + down] };
}

/** Rotates clockwise on the screen. */
export const rotate = (view: PictureView, quarters = 1): PictureView => ({
  ...view,
  quarterTurns: toQuarters(view.quarterTurns + quarters),
});

/** Swaps left and right of the screen, also where the picture is rotated. */
export const mirror = (view: PictureView): PictureView => ({
  ...view,
  quarterTurns: toQuarters(-view.quarterTurns),
  isMirrored: !view.isMirrored,
});

const toQuarters = (count: number): QuarterTurns => (((count % 4) + 4) % 4) as QuarterTurns;

/** CSS pixels per picture pixel beyond which zooming ends. */
const MAX_SCALE = 32;

/** Keeps the zoom between half of the fitting one and MAX_SCALE, and the picture in the pane. */
export function clampView(view: PictureView, size: Size, paneSize: Size): PictureView {
  const fitting = fitView(size, paneSize, view).scale;
  const scale = clamp(view.scale, Math.min(fitting / 2, 1), Math.max(fitting, MAX_SCALE));
  const clamped = { ...view, scale };
  const shown = sizeOnPane(size, clamped);
  const [x, y] = pictureToPane(clamped, paneSize, [(size.width - 1) / 2, (size.height - 1) / 2]);
  const middle: Point2 = [
    clampMiddle(x, shown.width, paneSize.width),
    clampMiddle(y, shown.height, paneSize.height),
  ];
  return panBy(clamped, [middle[0] - x, middle[1] - y]);
}

/** A picture that is smaller than the pane is centred; a larger one leaves no border. */
function clampMiddle(middle: number, shown: number, pane: number): number {
  if (shown <= pane) return pane / 2;
  return clamp(middle, pane - shown / 2, shown / 2);
}
