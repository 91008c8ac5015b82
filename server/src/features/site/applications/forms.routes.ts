import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { applicationsEndpoints } from '@deqiq/contract/site/applications.endpoints.ts';
import { HONEYPOT } from '@deqiq/contract/site/applications.ts';
import { isChosenLanguage } from '@deqiq/messages/language.ts';
import * as applicationMessages from '@deqiq/messages/site/applications.js';
import type { FastifyError, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { TooManyError } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import { answerIn, inLanguageOf } from '../../../platform/http/requests/language.ts';
import { router } from '../../../platform/http/router.ts';
import type { BookingService } from '../../referrals/booking/booking.service.ts';
import type { ApplicationsService } from './applications.service.ts';
import { errorPage, pageHeaders, thankYouPage, wantsPage } from './plain-page.ts';

export function formsRoutes(
  app: App,
  applications: ApplicationsService,
  booking: Pick<BookingService, 'listKinds'>,
): void {
  const route = router(app, applicationsEndpoints, 'applications');

  /** Options shared by the forms; `page` is the path of the page with the form. */
  const formOptions = (page: string) => ({
    config: { access: 'public' } as const,
    onRequest: async (request: FastifyRequest) => applications.assertWithinLimit(request.ip),
    preValidation: answerInLanguageOfPage,
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (!wantsPage(request.headers)) throw error;
      return inLanguageOf(request, () => sendErrorPage(error, request, reply, page));
    },
  });

  route(
    'POST /api/misc/reservation-application',
    formOptions('/qeydiyyat'),
    async (request, reply) => {
      const answer = await applications.reserve(toSubmission(request, request.body));
      if (!wantsPage(request.headers)) return answer;
      const { kinds } = await booking.listKinds();
      const times = kinds.length > 0 ? BOOKING_PATH + answer.booking : undefined;
      return sendPage(reply, applicationMessages.reservationTitle(), answer.message, times);
    },
  );

  route(
    'POST /api/misc/partner-application',
    formOptions('/partnyorlar'),
    async (request, reply) => {
      const answer = await applications.applyAsPartner(toSubmission(request, request.body));
      return sendThanks(request, reply, applicationMessages.partnershipTitle(), answer);
    },
  );

  route('POST /api/misc/contact-message', formOptions('/elaqe'), async (request, reply) => {
    const answer = await applications.sendMessage(toSubmission(request, request.body));
    return sendThanks(request, reply, applicationMessages.contactTitle(), answer);
  });
}

/** A page without JavaScript names its language in a hidden field. */
function answerInLanguageOfPage(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const { body } = request;
  const selected =
    typeof body === 'object' && body && 'language' in body ? body.language : undefined;
  if (isChosenLanguage(selected)) answerIn(request, selected, done);
  else done();
}

const toSubmission = <Fields extends { [HONEYPOT]: boolean }>(
  request: { ip: string },
  fields: Fields,
) => ({
  fields,
  isSpam: fields[HONEYPOT],
  address: request.ip,
});

function sendThanks<Answer extends { message: string }>(
  request: { headers: FastifyRequest['headers'] },
  reply: FastifyReply,
  title: string,
  answer: Answer,
): Answer | FastifyReply {
  return wantsPage(request.headers) ? sendPage(reply, title, answer.message) : answer;
}

const sendPage = (reply: FastifyReply, title: string, sentence: string, times?: string) =>
  reply.headers(pageHeaders).send(thankYouPage(title, sentence, times));

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
