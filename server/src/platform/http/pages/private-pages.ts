import {
  type ChosenLanguage,
  isChosenLanguage,
  languageCookie,
  readLanguageCookie,
} from '@deqiq/messages/language.ts';
import type { FastifyError, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { TooManyError } from '../../errors.ts';
import { toAppError } from '../errors.ts';
import { answerIn, inLanguageOf } from '../requests/language.ts';
import { pageHeaders } from './page-shell.ts';

/** No store: a shared computer must not show it later. No referrer: the address is a credential. */
export const PRIVATE = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Options of routes behind a secret address, for people without an account and browsers without JavaScript: a language by
 * `?lang` or the cookie, and an error as a page, which `createErrorPage` makes of its status.
 */
export const privatePages = (createErrorPage: (status: number) => string) =>
  ({
    config: { access: 'public' },
    onRequest(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
      reply.headers(PRIVATE);
      const linked = readLinkedLanguage(request);
      if (linked) reply.header('set-cookie', languageCookie(linked) + secureAttribute(request));
      answerIn(request, linked ?? readLanguageCookie(request.headers.cookie) ?? 'az', done);
    },
    errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      const { status } = toAppError(error, request);
      if (status >= 500) request.log.error({ err: error }, 'request failed');
      if (error instanceof TooManyError) reply.header('retry-after', error.retryAfter);
      return reply
        .code(status)
        .removeHeader('etag')
        .headers({ ...PRIVATE, ...pageHeaders })
        .send(inLanguageOf(request, () => createErrorPage(status)));
    },
  }) as const;

/** The language that the link of a page without JavaScript names: `?lang=ru`. */
function readLinkedLanguage({ query }: FastifyRequest): ChosenLanguage | undefined {
  const named = typeof query === 'object' && query && 'lang' in query ? query.lang : undefined;
  return isChosenLanguage(named) ? named : undefined;
}

/** The attribute of a cookie that only HTTPS sends; '' without HTTPS. */
export const secureAttribute = ({ protocol }: FastifyRequest): string =>
  protocol === 'https' ? '; Secure' : '';
