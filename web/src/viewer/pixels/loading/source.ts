import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { findFailure, PictureError } from './picture-error.ts';

/** Bytes from the first position up to but not including the second one, or up to the end of the object. */
export type ByteRange = readonly [start: number, end?: number];

interface FetchOptions {
  /** In ascending order; the whole object by default. */
  readonly ranges?: readonly ByteRange[];
  /** The version that bytes which are there already belong to. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where the derived objects of one file are read from. */
export interface PictureSource {
  /** Prefix of the links to its derived objects. A link ends after minutes; then it is replaced. */
  url: string;
  /** Requests a new prefix; undefined where there is none. */
  renew?: () => Promise<string | undefined>;
  /** Throws PictureError, or AbortError. */
  fetch(name: DerivedName, options?: FetchOptions): Promise<Response>;
}

/** A source at `imaging.url` of a file. The link is the only credential, and nothing is cached on disk. */
export function pictureSource(url: string): PictureSource {
  const source: PictureSource = {
    url,
    async fetch(name, { ranges = [], etag, signal } = {}) {
      const isPart = ranges.length > 0;
      const range = ranges.map(([start, end]) => `${start}-${end === undefined ? '' : end - 1}`);
      const headers: Record<string, string> = isPart
        ? { range: `bytes=${range}`, ...(etag && { 'if-range': etag }) }
        : {};
      const options = { cache: 'no-store', credentials: 'omit', headers } as const;
      const request = () =>
        requestOrFail(source.url + name, signal ? { ...options, signal } : options);
      let response = await request();
      if (response.status === 410 && source.renew) {
        source.url = (await source.renew()) ?? source.url;
        response = await request();
      }
      const failure = findFailure(response);
      if (failure) throw new PictureError(failure);
      // The object has changed since its first bytes were read: they do not belong together.
      if (isPart && response.status !== 206) throw new PictureError('expired');
      return response;
    },
  };
  return source;
}

async function requestOrFail(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new PictureError('network', error);
  }
}
