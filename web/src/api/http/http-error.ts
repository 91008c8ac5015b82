import type { ErrorCode, FieldError } from '@deqiq/contract/shared/errors.ts';

/** fetch: no response; timeout: no response in time; parsing: not JSON; status: an error response with its body. */
export type HttpErrorKind = 'fetch' | 'timeout' | 'parsing' | 'status';

type Details = { status?: number; body?: unknown; cause?: unknown };

/** The only error the transport throws. The caller decides whether to show it. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: HttpErrorKind;
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  /** The message of the server to the user. */
  readonly serverMessage: string | undefined;
  readonly fields: readonly FieldError[];
  readonly body: unknown;

  constructor(kind: HttpErrorKind, { status, body, cause }: Details = {}) {
    const parsed = read(body);
    super(parsed.message ?? `${kind} error${status ? ` (${status})` : ''}`, { cause });
    this.kind = kind;
    this.status = status;
    this.code = parsed.code;
    this.serverMessage = parsed.message;
    this.fields = parsed.fields ?? [];
    this.body = body;
  }
}

/** Whether there was no response: the network or the server is unavailable. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof HttpError && (error.kind === 'fetch' || error.kind === 'timeout');
}

/** Whether the same request may succeed later: no response, an unreadable one, or a server that is busy or fails. */
export const isTemporaryFailure = (error: unknown): boolean =>
  error instanceof HttpError && (error.kind !== 'status' || isTemporaryStatus(error.status));

/** Waiting does not empty a full disk (507). */
const isTemporaryStatus = (status = 0): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 507);

type ErrorBody = { code?: ErrorCode; message?: string; fields?: FieldError[] };

/** Reads the fields that are present: a proxy's error page has none. */
function read(body: unknown): ErrorBody {
  if (typeof body !== 'object' || body === null) return {};
  const { code, message, fields } = body as ErrorBody;
  return {
    ...(code ? { code } : {}),
    ...(typeof message === 'string' && message ? { message } : {}),
    ...(Array.isArray(fields) ? { fields } : {}),
  };
}

/** The message to show: the server's, or the default. */
export function describeError(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.serverMessage) || fallback;
}
