import type { PictureFormat } from './jobs.ts';

/** Detects the format from the first bytes. Only these four formats reach a decoder; SVG and PDF are never opened. */
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

/** The picture format of a Content-Type; undefined for other types. */
export const formatFromType = (contentType: string): PictureFormat | undefined =>
  Object.hasOwn(formats, contentType) ? formats[contentType] : undefined;
