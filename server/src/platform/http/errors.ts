import {
  type ErrorBody,
  errorBody,
  type GenericCode,
  genericMessages,
} from '@deqiq/contract/shared/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, TooManyError } from '../errors.ts';
import { BodyError } from './bodies/read-body.ts';
import { inLanguageOf } from './requests/language.ts';
import { ValidationError } from './zod-schemas.ts';

/** Schemas of the errors of every route. */
export const errorResponses = { '4xx': errorBody, '5xx': errorBody } as const;

/** Seconds for the Retry-After header, by status. */
const retryAfterByStatus: Readonly<Record<number, number>> = { 429: 5, 503: 5 };

/** Turns everything thrown into `{ code, message, fields?, requestId }`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = toAppError(error, request);
    // A flood of bad bodies must not flood the log.
    if (error instanceof BodyError) request.log.info(error.message);
    else if (failure.status >= 500) request.log.error({ err: error }, 'request failed');
    const wait =
      error instanceof TooManyError ? error.retryAfter : retryAfterByStatus[failure.status];
    if (wait !== undefined) reply.header('retry-after', wait);
    return sendError(request, reply, failure);
  });
}

/** Sends an error. Closes the connection if the body was not read completely. */
export function sendError(request: FastifyRequest, reply: FastifyReply, failure: AppError) {
  if (!request.raw.complete) reply.header('connection', 'close');
  const body: ErrorBody = {
    ...failure.details,
    code: failure.code,
    message: failure.message,
    ...(failure.fields && { fields: [...failure.fields] }),
    requestId: request.id,
  };
  return reply
    .code(failure.status)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** Sends 400 for a path that cannot be decoded. */
export function sendBadRequest(request: FastifyRequest, reply: FastifyReply) {
  return sendError(request, reply, genericError(request, 'malformed', 400));
}

/** Turns anything thrown into the error that is sent. */
export function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ValidationError)
    return new AppError('invalid', 400, error.message, error.fields);
  const code = codeByStatus[error.statusCode ?? 500];
  return code
    ? genericError(request, code, error.statusCode ?? 400)
    : genericError(request, 'internal', 500);
}

const codeByStatus: Readonly<Record<number, GenericCode>> = {
  400: 'malformed',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'timeout',
  413: 'too-large',
  414: 'malformed',
  415: 'unsupported-type',
  429: 'too-many',
  431: 'malformed',
  503: 'unavailable',
};

/** An error with a generic message in the language of the request, which errors of bodies have lost. */
export const genericError = (
  request: FastifyRequest,
  code: GenericCode,
  status: number,
): AppError => new AppError(code, status, inLanguageOf(request, genericMessages[code]));
