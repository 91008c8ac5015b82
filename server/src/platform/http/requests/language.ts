import { AsyncLocalStorage } from 'node:async_hooks';
import { isChosenLanguage, type Language, setLanguageSource } from '@deqiq/messages/language.ts';
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer. */
    language: Language | undefined;
  }
}

/** The language that a person has chosen; without it each area has its own. */
export const LANGUAGE_HEADER = 'x-language';

/** Paths of staff, and of programs. */
const OF_STAFF = /^\/(?:api\/admin|dicom-web)(?:[/?]|$)/;

const languages = new AsyncLocalStorage<Language>();

// Commands, and work that no request has caused.
setLanguageSource(() => languages.getStore() ?? 'spec');

/** Does something in a language: what is read from catalogues meanwhile is in it. */
export const inLanguage = <Result>(language: Language, work: () => Result): Result =>
  languages.run(language, work);

interface Addressed {
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The language that headers and address of a request name. */
export function findLanguage({ url = '', headers }: Addressed): Language {
  const selected = headers[LANGUAGE_HEADER];
  if (isChosenLanguage(selected)) return selected;
  return OF_STAFF.test(url) ? 'spec' : 'az';
}

/** Continues a request in a language. */
export function answerIn(
  request: FastifyRequest,
  language: Language,
  done: HookHandlerDoneFunction,
): void {
  request.language = language;
  inLanguage(language, done);
}

/** Does something in the language of a request, which what fails outside of its hooks and handler has lost. */
export const inLanguageOf = <Result>(request: FastifyRequest, work: () => Result): Result =>
  inLanguage(request.language ?? findLanguage(request), work);

/** Sets the language of every request; again after its body was read, which loses it. */
export function setLanguages(app: FastifyInstance): void {
  app.decorateRequest('language', undefined);
  app.addHook('onRequest', (request, _reply, done) =>
    answerIn(request, findLanguage(request), done),
  );
  app.addHook('preValidation', (request, _reply, done) =>
    answerIn(request, request.language ?? findLanguage(request), done),
  );
}
