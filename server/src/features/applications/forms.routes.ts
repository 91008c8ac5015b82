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
import { errorPage, pageHeaders, thankYouPage, wantsPage } from './plain-page.ts';

/** A response schema for JSON, and for the page sent to browsers without JavaScript. */
const jsonOrPage = <Schema extends z.ZodType>(schema: Schema) => ({
  content: { 'application/json': { schema }, 'text/html': { schema: z.string() } },
});

const response = {
  200: jsonOrPage(done),
  '4xx': jsonOrPage(errorBody),
  '5xx': jsonOrPage(errorBody),
};

const isFilled = z
  .unknown()
  .optional()
  .transform((value) => Boolean(value));
const honeypotField = { [HONEYPOT]: isFilled } as const;

/** The three forms of the public site. */
export function formsRoutes(app: App, applications: ApplicationsService): void {
  const tags = ['applications'];

  /** Options shared by the forms; `page` is the path of the page with the form. */
  const formOptions = (page: string) => ({
    config: { access: 'public' } as const,
    onRequest: async (request: FastifyRequest) => applications.assertWithinLimit(request.ip),
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (!wantsPage(request.headers)) throw error;
      return sendErrorPage(error, request, reply, page);
    },
  });

  app.post(
    '/api/misc/reservation-application',
    {
      ...formOptions('/qeydiyyat'),
      schema: { tags, body: sendReservation.extend(honeypotField), response },
    },
    async (request, reply) => {
      const answer = await applications.reserve(toSubmission(request, request.body));
      return sendThanks(request, reply, applicationMessages.reservation.title, answer);
    },
  );

  app.post(
    '/api/misc/partner-application',
    {
      ...formOptions('/partnyorlar'),
      schema: { tags, body: sendPartnerApplication.extend(honeypotField), response },
    },
    async (request, reply) => {
      const answer = await applications.applyAsPartner(toSubmission(request, request.body));
      return sendThanks(request, reply, applicationMessages.partner.title, answer);
    },
  );

  app.post(
    '/api/misc/contact-message',
    {
      ...formOptions('/elaqe'),
      schema: { tags, body: sendContactMessage.extend(honeypotField), response },
    },
    async (request, reply) => {
      const answer = await applications.sendMessage(toSubmission(request, request.body));
      return sendThanks(request, reply, applicationMessages.contact.title, answer);
    },
  );
}

const toSubmission = <Fields extends { [HONEYPOT]: boolean }>(
  request: { ip: string },
  fields: Fields,
) => ({
  fields,
  isSpam: fields[HONEYPOT],
  address: request.ip,
});

function sendThanks(
  request: { headers: FastifyRequest['headers'] },
  reply: FastifyReply,
  title: string,
  answer: { message: string },
) {
  if (!wantsPage(request.headers)) return reply.send(answer);
  return reply.headers(pageHeaders).send(thankYouPage(title, answer.message));
}

function sendErrorPage(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
) {
  const { status, message, fields } = toAppError(error, request);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof TooManyError) reply.header('retry-after', error.retryAfter);
  const sentences = fields?.map((field) => field.message) ?? [message];
  return reply.code(status).headers(pageHeaders).send(errorPage(sentences, page));
}
