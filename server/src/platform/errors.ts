import type { ErrorCode, FieldError } from '@deqiq/contract/shared/errors.ts';

/** An expected refusal. One handler turns it into the wire shape; anything else thrown is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldError[] | undefined;

  constructor(code: ErrorCode, status: number, message: string, fields?: readonly FieldError[]) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

/** 400: one field of the body breaks a rule that its schema cannot know. */
export const invalid = (path: string, message: string) =>
  new AppError('invalid', 400, message, [{ path, message }]);

/** 404: not there, or not yours; nobody learns which. */
export const notFound = (message: string) => new AppError('not-found', 404, message);

/** 409: the thing is no longer in the state this asks for. */
export const conflict = (message: string) => new AppError('conflict', 409, message);

/** 429, with the time until another try makes sense. */
export class TooManyError extends AppError {
  /** Seconds, for the header Retry-After. */
  readonly retryAfter: number;

  constructor(message: string, milliseconds: number) {
    super('too-many', 429, message);
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  }
}
