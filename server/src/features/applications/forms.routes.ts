import {
  applicationMessages,
  HONEYPOT,
  sendContactMessage,
  sendPartnerApplication,
  sendReservation,
} from '@deqiq/contract/applications.ts';
import { done } from '@deqiq/contract/auth.ts';
import { errorBody } from '@deqiq/contract/shared/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { TooManyError } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-types.ts';
import { toAppError } from '../../platform/http/errors.ts';
import type { ApplicationsService } from './applications.service.ts';
import { pageHeaders, refusalPage, thanks, wantsPage } from './plain-page.ts';

/** The same answer as JSON, and as a page for a browser that runs no script. */
const either = <Schema extends z.ZodType>(schema: Schema) => ({
  content: { 'application/json': { schema }, 'text/html': { schema: z.string() } },
});

const response = { 200: either(done), '4xx': either(errorBody), '5xx': either(errorBody) };

const trapped = z
  .unknown()
  .optional()
  .transform((value) => Boolean(value));
const trap = { [HONEYPOT]: trapped } as const;

/** The three forms of the public site. */
export function formsRoutes(app: App, applications: ApplicationsService): void {
  const tags = ['applications'];

  /** What the forms share; `page` is where the form stands. */
  const formAt = (page: string) => ({
    config: { access: 'public' } as const,
    onRequest: async (request: FastifyRequest) => applications.admit(request.ip),
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (!wantsPage(request.headers)) throw error;
      return sendRefusal(error, request, reply, page);
    },
  });

  app.post(
    '/api/misc/reservation-application',
    { ...formAt('/qeydiyyat'), schema: { tags, body: sendReservation.extend(trap), response } },
    async (request, reply) => {
      const answer = await applications.reserve(sentBy(request, request.body));
      return thank(request, reply, applicationMessages.reservation.title, answer);
    },
  );

  app.post(
    '/api/misc/partner-application',
    {
      ...formAt('/partnyorlar'),
      schema: { tags, body: sendPartnerApplication.extend(trap), response },
    },
    async (request, reply) => {
      const answer = await applications.applyAsPartner(sentBy(request, request.body));
      return thank(request, reply, applicationMessages.partner.title, answer);
    },
  );

  app.post(
    '/api/misc/contact-message',
    { ...formAt('/elaqe'), schema: { tags, body: sendContactMessage.extend(trap), response } },
    async (request, reply) => {
      const answer = await applications.write(sentBy(request, request.body));
      return thank(request, reply, applicationMessages.contact.title, answer);
    },
  );
}

const sentBy = <Fields extends { [HONEYPOT]: boolean }>(
  request: { ip: string },
  fields: Fields,
) => ({
  fields,
  isTrapped: fields[HONEYPOT],
  address: request.ip,
});

function thank(
  request: { headers: FastifyRequest['headers'] },
  reply: FastifyReply,
  title: string,
  answer: { message: string },
) {
  if (!wantsPage(request.headers)) return reply.send(answer);
  return reply.headers(pageHeaders).send(thanks(title, answer.message));
}

function sendRefusal(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
) {
  const { status, message, fields } = toAppError(error, request);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof TooManyError) reply.header('retry-after', error.retryAfter);
  const sentences = fields?.map((field) => field.message) ?? [message];
  return reply.code(status).headers(pageHeaders).send(refusalPage(sentences, page));
}
