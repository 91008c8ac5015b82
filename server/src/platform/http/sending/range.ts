import type { IncomingHttpHeaders } from 'node:http';

/** The response to a GET or HEAD: bytes from `start` up to but not including `end`. */
export type ResponsePlan =
  | { readonly status: 200 | 206; readonly start: number; readonly end: number }
  | { readonly status: 304 }
  | { readonly status: 416 };

interface Resource {
  /** Bytes. */
  readonly size: number;
  /** A strong entity tag, quotes included. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** Preconditions first, then the range (RFC 9110, sections 13.2.2 and 14.2). */
export function planResponse(headers: IncomingHttpHeaders, resource: Resource): ResponsePlan {
  if (isUnchanged(headers, resource)) return { status: 304 };
  const whole = { status: 200, start: 0, end: resource.size } as const;
  if (headers.range === undefined || !isRangeValid(headers['if-range'], resource)) return whole;
  return planRange(headers.range, resource.size) ?? whole;
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

/** Returns undefined unless the header is one valid byte range; the header is then ignored. */
function planRange(header: string, size: number): ResponsePlan | undefined {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { status: 416 } : { status: 206, start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return { status: 416 };
  return { status: 206, start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
