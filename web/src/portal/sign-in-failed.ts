import { HttpError } from '../api/http/http-error.ts';
import { toast } from '../ui/overlay/toast.ts';

/** One sentence for every failed sign-in, so that it tells nothing; only "too many attempts" is said as such. */
export function sayWhySignInFailed(error: unknown, sentence: string): void {
  const tooMany = error instanceof HttpError && error.status === 429;
  toast.error((tooMany && error.serverMessage) || sentence);
}
