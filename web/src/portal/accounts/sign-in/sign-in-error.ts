import * as texts from '@deqiq/messages/portal/sign-in.js';
import { HttpError, isUnanswered } from '../../../api/http/http-error.ts';
import { toast } from '../../../ui/overlay/toast.ts';

/** One message for every failed sign-in, so that it reveals nothing; only "too many attempts" has its own. */
export function showSignInError(error: unknown, sentence: string): void {
  if (isUnanswered(error)) {
    toast.error(texts.noConnection({ sentence }));
    return;
  }
  const tooMany = error instanceof HttpError && error.status === 429;
  toast.error((tooMany && error.serverMessage) || sentence);
}
