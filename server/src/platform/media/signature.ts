import type { PictureFormat } from './jobs.ts';

/** The format that a file begins like. Only these four ever reach a decoder: an SVG or a PDF is not opened. */
export function detectFormat(head: Buffer): PictureFormat | undefined {
  const begins = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  return begins('RIFF') && begins('WEBP', 8) ? 'webp' : undefined;
}

const formats: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The picture format of a Content-Type; undefined where it is none. */
export const formatFromType = (contentType: string): PictureFormat | undefined =>
  Object.hasOwn(formats, contentType) ? formats[contentType] : undefined;
