import { AppError } from '../../../../platform/errors.ts';
import { type AcceptedType, covers } from '../../../../platform/http/requests/accept.ts';
import type { FrameRendering, Window } from '../../../../platform/media/jobs.ts';
import { createNotAcceptableError } from './media-types.ts';

/** How the client wants pictures: the parameters of PS3.18, 8.3.5. */
export type PictureOptions = Omit<FrameRendering, 'location' | 'frame'>;

const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** JPEG quality, and pixels of the longer side of a thumbnail. */
const QUALITY = 90;
const THUMBNAIL = { width: 256, height: 256 } as const;

/** Pixels of a side of a picture. */
const MAX_SIDE = 8_192;

const shapes: readonly string[] = ['LINEAR', 'LINEAR_EXACT', 'SIGMOID'];

interface PictureChoice {
  readonly mediaType: keyof typeof formats;
  readonly isMultipart: boolean;
}

/**
 * The media type of pictures, JPEG where the client has no preference (PS3.18, 8.7.4). Several named frames need a
 * multipart type. Throws 406 where no accepted type fits.
 */
export function choosePicture(
  accepted: readonly AcceptedType[],
  needsMultipart: boolean,
): PictureChoice {
  for (const { type, parameters } of accepted) {
    const isMultipart = covers(type, 'multipart/related') && (type !== '*/*' || needsMultipart);
    if (needsMultipart && !isMultipart) continue;
    const part = isMultipart ? (parameters.type ?? 'image/*').toLowerCase() : type;
    const mediaType = (['image/jpeg', 'image/png', 'image/webp'] as const).find((one) =>
      covers(part, one),
    );
    if (mediaType) return { mediaType, isMultipart };
  }
  throw createNotAcceptableError();
}

export function parseOptions(
  query: Readonly<Record<string, unknown>>,
  mediaType: keyof typeof formats,
  isThumbnail: boolean,
): PictureOptions {
  const { viewport, region } = parseViewport(query.viewport);
  return {
    format: formats[mediaType],
    quality: parseQuality(query.quality),
    window: parseWindow(query.window),
    viewport: viewport ?? (isThumbnail ? THUMBNAIL : undefined),
    region,
  };
}

/** `centre,width,function`. */
function parseWindow(value: unknown): Window | undefined {
  if (value === undefined || value === '') return undefined;
  const [centre = '', width = '', shape = 'linear', ...more] = String(value).split(',');
  const numbers = [centre, width].map((text) => (text === '' ? Number.NaN : Number(text)));
  const [c = Number.NaN, w = Number.NaN] = numbers;
  const name = shape.toUpperCase().replaceAll('-', '_');
  const isValid = Number.isFinite(c) && Number.isFinite(w) && w > 0 && shapes.includes(name);
  if (!isValid || more.length > 0) throw createMalformedError('window');
  return { centre: c, width: w, shape: name as Window['shape'] };
}

/** `vw,vh` and optionally the region `sx,sy,sw,sh` that it shows. */
function parseViewport(value: unknown): Pick<PictureOptions, 'viewport' | 'region'> {
  if (value === undefined || value === '') return { viewport: undefined, region: undefined };
  const numbers = String(value)
    .split(',')
    .map((text) => (text === '' ? undefined : Math.round(Number(text))));
  const isNumeric = numbers.every((number) => number === undefined || Number.isSafeInteger(number));
  const [width, height, left = 0, top = 0, across, down] = numbers;
  const isSide = (side: number | undefined) => side !== undefined && side > 0 && side <= MAX_SIDE;
  if (!isNumeric || numbers.length > 6 || !isSide(width) || !isSide(height))
    throw createMalformedError('viewport');
  const size = [across ?? 65_535, down ?? 65_535] as const;
  if (left < 0 || top < 0 || size.some((side) => side < 1)) throw createMalformedError('viewport');
  return {
    viewport: { width: width ?? 1, height: height ?? 1 },
    region: numbers.length > 2 ? { left, top, width: size[0], height: size[1] } : undefined,
  };
}

function parseQuality(value: unknown): number {
  if (value === undefined || value === '') return QUALITY;
  const quality = Number(value);
  if (!Number.isInteger(quality) || quality < 1 || quality > 100)
    throw createMalformedError('quality');
  return quality;
}

const createMalformedError = (name: string) =>
  new AppError('malformed', 400, `The parameter ${name} is wrong.`);
