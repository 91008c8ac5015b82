import * as texts from '@deqiq/messages/shared/errors.js';
import * as z from 'zod';

/** Kinds of errors, for programs. People read `message`. */
export const errorCodes = [
  'invalid', // 400: a field or the body breaks a rule
  'malformed', // 400: the body cannot be parsed
  'unauthenticated', // 401: no valid token
  'login-failed', // 401
  'second-factor-required', // 401: the password was right, a code is missing
  'second-factor-wrong', // 401: the password was right, the code was not
  'forbidden', // 403: another role's route
  'enrolment-required', // 403: staff must set up a second factor first
  'not-found', // 404: missing, or belongs to another person
  'method-not-allowed', // 405
  'timeout', // 408
  'conflict', // 409: another request was faster, or nothing is left to change
  'patient-differs', // 409: the patient of a study is not that of the examination, and it is not confirmed
  'gone', // 410: an expired file link
  'too-large', // 413
  'unsupported-type', // 415
  'range', // 416
  'too-many', // 429, with Retry-After
  'internal', // 500
  'unavailable', // 503
  'disk-full', // 507
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const fieldError = z.object({
  path: z.string(),
  message: z.string(),
});

/** The body of every error. `message` is a sentence for the user. */
export const errorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  fields: z.array(fieldError).optional(),
  requestId: z.string(),
});

/** Errors whose sentence depends on nothing but their kind. */
export const genericMessages = {
  malformed: texts.malformed,
  'not-found': texts.notFound,
  'method-not-allowed': texts.methodNotAllowed,
  timeout: texts.timeout,
  'too-large': texts.tooLarge,
  'unsupported-type': texts.unsupportedType,
  'too-many': texts.tooMany,
  unavailable: texts.unavailable,
  internal: texts.internal,
} as const satisfies Partial<Record<ErrorCode, () => string>>;

export type GenericCode = keyof typeof genericMessages;

export type FieldError = z.output<typeof fieldError>;
export type ErrorBody = z.output<typeof errorBody>;
