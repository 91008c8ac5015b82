import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../storage/storage.ts';

/** The response to a GET or HEAD. */
export type ResponsePlan =
  | ({ readonly status: 200 | 206 } & ByteRange)
  /** Two or more ranges, in ascending order and without common bytes. */
  | { readonly status: 206; readonly ranges: readonly ByteRange[] }
  | { readonly status: 304 }
  | { readonly status: 416 };

interface Resource {
  /** Bytes. */
  readonly size: number;
  /** A strong entity tag, quotes included. */
  readonly etag: string;
  readonly modifiedAt: Date;
  /** A request for more ranges than these gets the whole file; 1 by default. */
  readonly maxRanges?: number | undefined;
}

/** Preconditions first, then the ranges (RFC 9110, sections 13.2.2 and 14.2). */
export function planResponse(headers: IncomingHttpHeaders, resource: Resource): ResponsePlan {
  if (isUnchanged(headers, resource)) return { status: 304 };
  const whole = { status: 200, start: 0, end: resource.size } as const;
  if (headers.range === undefined || !isRangeValid(headers['if-range'], resource)) return whole;
  return planRanges(headers.range, resource) ?? whole;
}

function isUnchanged(headers: IncomingHttpHeaders, { etag, modifiedAt }: Resource): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return seconds(modifiedAt.getTime()) * 1000 <= since;
}

/** If-Range compares strongly: a weak tag or another date selects the whole file. */
function isRangeValid(value: string | string[] | undefined, { etag, modifiedAt }: Resource) {
  if (value === undefined) return true;
  if (typeof value !== 'string') return false;
  if (value.startsWith('"') || value.startsWith('W/')) return value === etag;
  return Date.parse(value) === seconds(modifiedAt.getTime()) * 1000;
}

/** Returns undefined for a header that is ignored: an invalid one, too many ranges, or ranges that are not in order. */
function planRanges(header: string, { size, maxRanges = 1 }: Resource): ResponsePlan | undefined {
  const texts = /^bytes=(.*)$/i.exec(header)?.[1]?.split(',', maxRanges + 1) ?? [];
  if (texts.length > maxRanges) return undefined;
  const found = texts.map((text) => readRange(text, size));
  if (found.length === 0 || found.includes(undefined)) return undefined;
  const ranges = found.flatMap((range) => (range && range.start < range.end ? [range] : []));
  const [first] = ranges;
  if (!first) return { status: 416 };
  if (ranges.length === 1) return { status: 206, ...first };
  const isOrdered = ranges.every(({ start }, index) => start >= (ranges[index - 1]?.end ?? 0));
  return isOrdered ? { status: 206, ranges } : undefined;
}

/** Empty where the file has none of the bytes; undefined where the text is not a range. */
function readRange(text: string, size: number): ByteRange | undefined {
  const [, first, last] = /^\s*(\d{0,15})-(\d{0,15})\s*$/.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
