import type { ErrorBody, ErrorCode, FieldError } from '@deqiq/contract/shared/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, TooManyError } from '../errors.ts';
import { BodyError } from './bodies/read-body.ts';

/** Seconds after which asking again makes sense: what was busy or down for a moment. */
const retryAfterByStatus: Readonly<Record<number, number>> = { 429: 5, 503: 5 };

/** One handler turns everything thrown into `{ code, message, fields?, requestId }`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = toAppError(error, request);
    // A flood of bodies that are refused must not flood the log.
    if (error instanceof BodyError) request.log.info(error.message);
    else if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    const wait =
      error instanceof TooManyError ? error.retryAfter : retryAfterByStatus[refusal.status];
    if (wait !== undefined) reply.header('retry-after', wait);
    return sendError(request, reply, refusal);
  });
}

/** Answers a refusal. A body that was not read to its end would poison the connection: it closes. */
export function sendError(request: FastifyRequest, reply: FastifyReply, refusal: AppError) {
  if (!request.raw.complete) reply.header('connection', 'close');
  const body: ErrorBody = {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.fields && { fields: [...refusal.fields] }),
    requestId: request.id,
  };
  return reply
    .code(refusal.status)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** 400 for an address that cannot be decoded. */
export function sendBadRequest(request: FastifyRequest, reply: FastifyReply) {
  return sendError(request, reply, genericError(request, 'malformed', 400));
}

/** What is answered to an error, whatever threw it. */
export function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = keepFirstPerField(
      error.validation.map(({ instancePath, message }) => ({
        path: instancePath.slice(1).replaceAll('/', '.'),
        message: message ?? '',
      })),
    );
    return new AppError('invalid', 400, fields[0]?.message ?? '', fields);
  }
  const known = codeByStatus[error.statusCode ?? 500];
  return known
    ? genericError(request, known, error.statusCode ?? 400)
    : genericError(request, 'internal', 500);
}

function keepFirstPerField(issues: readonly FieldError[]): FieldError[] {
  return [
    ...new Map(issues.toReversed().map((issue) => [issue.path, issue])).values(),
  ].toReversed();
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
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

/** Sentences for what no screen has words of its own for; staff read English, everybody else Azerbaijani. */
const sentences: Readonly<Partial<Record<ErrorCode, { en: string; az: string }>>> = {
  malformed: { en: 'The request could not be read', az: 'Sorğu oxuna bilmədi' },
  'not-found': { en: 'Not found', az: 'Tapılmadı' },
  'method-not-allowed': { en: 'Not allowed here', az: 'Burada icazə verilmir' },
  timeout: { en: 'The request took too long', az: 'Sorğu çox uzun çəkdi' },
  'too-large': { en: 'The request is too large', az: 'Sorğu həddən artıq böyükdür' },
  'unsupported-type': {
    en: 'This kind of content is not accepted',
    az: 'Bu məzmun növü qəbul edilmir',
  },
  'too-many': { en: 'Please try again in a moment', az: 'Bir azdan yenidən cəhd edin' },
  unavailable: { en: 'Please try again in a moment', az: 'Bir azdan yenidən cəhd edin' },
  internal: {
    en: 'Something went wrong on our side. Please try again later',
    az: 'Sistemdə xəta baş verdi. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
};

/** A refusal that has no words of its own, in the language of the area of the request. */
export function genericError(request: FastifyRequest, code: ErrorCode, status: number): AppError {
  const language = request.url.startsWith('/api/admin') ? 'en' : 'az';
  return new AppError(code, status, sentences[code]?.[language] ?? code);
}
