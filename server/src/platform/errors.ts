import type { ErrorCode, FieldError } from '@deqiq/contract/shared/errors.ts';
import * as serverMessages from '@deqiq/messages/shared/server.js';

/** An expected failure. One handler turns it into a response; anything else thrown is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldError[] | undefined;
  /** Further properties of the response body, as the endpoint describes them. */
  readonly details: object | undefined;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    fields?: readonly FieldError[],
    details?: object,
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.details = details;
  }
}

/** 400: one field of the body breaks a rule that its schema cannot know. */
export const invalid = (path: string, message: string) =>
  new AppError('invalid', 400, message, [{ path, message }]);

/** 404: missing, or not the caller's. The response does not tell which. */
export const notFound = (message: string) => new AppError('not-found', 404, message);

/** 409: the object is no longer in the state that the request needs. `details`: what the body contains besides. */
export const conflict = (message: string, details?: object) =>
  new AppError('conflict', 409, message, undefined, details);

/** 503: the server cannot do it now. */
export const unavailable = (message: string) => new AppError('unavailable', 503, message);

/** 507: the volume has no space for these bytes. */
export const diskFull = () => new AppError('disk-full', 507, serverMessages.diskFull());

/** Whether an error is that of `diskFull`. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'disk-full';

/** Statuses of errors whose sentence the error handler chooses, in the language of the request. */
const UNAVAILABLE = 503;
const BAD_REQUEST = 400;

/** Marks a driver's error as an outage of the database. The response is a 503. */
export const markUnavailable = (error: Error) => Object.assign(error, { statusCode: UNAVAILABLE });

/** Marks a driver's error as the client's mistake. The response is a 400. */
export const markMalformed = (error: Error) => Object.assign(error, { statusCode: BAD_REQUEST });

/** Whether the database is unreachable or busy. A transaction may have been committed nevertheless. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === UNAVAILABLE;

/** The system's code of an error, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether the file or folder does not exist. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** Whether a write failed because the volume, or a quota of it, is full. */
export const isVolumeFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');

/** 429, with the time after which the client may try again. */
export class TooManyError extends AppError {
  /** Seconds, for the header Retry-After. */
  readonly retryAfter: number;

  constructor(message: string, milliseconds: number) {
    super('too-many', 429, message);
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  }
}

/** An invalid setting. `message` is one line, printed before the process ends. */
export class ConfigError extends Error {}
