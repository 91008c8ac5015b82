import type { IncomingHttpHeaders } from 'node:http';
import { readText } from './s3-xml.ts';

/** The store answered with an error. */
export class S3Error extends Error {
  readonly status: number;
  /** The reason, such as NoSuchKey. Empty where the answer contains none, as that to HEAD; NotFound for 404. */
  readonly code: string;
  /** The clock of the store in milliseconds since 1970; NaN if it did not send it. */
  readonly serverTime: number;
  /** Milliseconds that the store wants between this attempt and the next. */
  readonly retryAfter: number;

  /** `body`: the XML of the answer, possibly empty. */
  constructor(status: number, headers: IncomingHttpHeaders, body: string) {
    super(readText(body, 'Message') ?? `the object store answers ${status}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = readText(body, 'Code') ?? (status === 404 ? 'NotFound' : '');
    this.serverTime = Date.parse(headers.date ?? '');
    this.retryAfter = Number(headers['retry-after'] ?? 0) * 1_000 || 0;
  }
}

/** The store did not answer in time. */
export class S3TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const TRANSIENT: readonly number[] = [408, 429, 500, 502, 503, 504];
const NETWORK = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** Whether the store is not reached, or too slow. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof S3TimeoutError ||
  (error instanceof Error && 'code' in error && NETWORK.test(String(error.code)));

/** Whether the store wants fewer requests. */
export const isThrottled = (error: unknown): boolean =>
  error instanceof S3Error && (error.status === 429 || error.code === 'SlowDown');

/** Whether the same request may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  isNetworkError(error) ||
  isThrottled(error) ||
  (error instanceof S3Error &&
    (TRANSIENT.includes(error.status) || error.code === 'RequestTimeout'));
