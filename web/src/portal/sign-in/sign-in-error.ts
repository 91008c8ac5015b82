import { HttpError, isUnanswered } from '../../api/http/http-error.ts';
import type { Language } from '../../ui/language.tsx';
import { toast } from '../../ui/overlay/toast.ts';

const noConnection = {
  az: 'serverlə bağlantı yoxdur',
  en: 'no connection to the server',
} as const;

/** One message for every failed sign-in, so that it reveals nothing; only "too many attempts" has its own. */
export function showSignInError(error: unknown, sentence: string, language: Language): void {
  if (isUnanswered(error)) {
    toast.error(`${sentence}: ${noConnection[language]}`);
    return;
  }
  const tooMany = error instanceof HttpError && error.status === 429;
  toast.error((tooMany && error.serverMessage) || sentence);
}
