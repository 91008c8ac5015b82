import * as z from 'zod';

/** What can go wrong, as programs read it. People read `message`. */
export const errorCodes = [
  'invalid', // 400: a field or the body breaks a rule
  'malformed', // 400: the body cannot be read at all
  'unauthenticated', // 401: no token, or one that is no longer good
  'login-failed', // 401
  'second-factor-required', // 401: the password was right, a code is missing
  'second-factor-wrong', // 401: the password was right, the code was not
  'forbidden', // 403: another role's route
  'enrolment-required', // 403: staff must set up a second factor first
  'not-found', // 404: not there, or not yours
  'method-not-allowed', // 405
  'timeout', // 408
  'conflict', // 409: somebody was faster, or it is already so
  'gone', // 410: a file link that has run out
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

/** The body of every refusal and failure. `message` is a sentence for the person on that screen. */
export const errorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  fields: z.array(fieldError).optional(),
  requestId: z.string(),
});

export type FieldError = z.output<typeof fieldError>;
export type ErrorBody = z.output<typeof errorBody>;
