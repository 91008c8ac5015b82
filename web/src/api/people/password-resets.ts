import type {
  RequestReset,
  ResetPassword,
} from '@deqiq/contract/people/password-resets/password-resets.ts';
import { call } from '../http/call.ts';

/** Requests a code by e-mail; the answer does not tell whether the account exists. */
export const requestPasswordCode = (body: RequestReset) =>
  call('POST /api/misc/password-code', { body });

/** Sets a new password with the code. */
export const resetPassword = (body: ResetPassword) =>
  call('POST /api/misc/password-reset', { body });
