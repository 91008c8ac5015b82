import * as resetMessages from '@deqiq/messages/people/password-resets.js';
import * as z from 'zod';
import { LINE_MAX } from '../../shared/limits.ts';
import { partnerNewPassword } from '../account.ts';
import { loginEmail } from '../auth.ts';

/** Digits of the code in the mail. */
export const RESET_CODE_DIGITS = 6;

/** Minutes for which a code is valid. */
export const RESET_CODE_MINUTES = 10;

export const requestReset = z.object({ email: loginEmail });

/** `isMailed`: false where no e-mail is configured; the message says whom to call. */
export const resetRequested = z.object({ message: z.string(), isMailed: z.boolean() });

export const resetPassword = z.object({
  email: loginEmail,
  code: z
    .string({ error: resetMessages.codeMissing })
    .max(LINE_MAX, { error: resetMessages.wrongCode })
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().min(1, { error: resetMessages.codeMissing })),
  newPassword: partnerNewPassword,
});

export type RequestReset = z.output<typeof requestReset>;
export type ResetPassword = z.output<typeof resetPassword>;
export type ResetRequested = z.output<typeof resetRequested>;
