import * as texts from '@deqiq/messages/people/second-factor.js';
import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';

/** Number of recovery codes per person; each is valid for one sign-in. */
export const RECOVERY_CODES = 10;

/** Digits of a code from an authenticator app (RFC 6238). */
export const CODE_DIGITS = 6;

const password = z
  .string({ error: texts.passwordMissing })
  .min(1, { error: texts.passwordMissing })
  .max(PASSWORD_LENGTH.max, { error: texts.passwordWrong });

const code = z
  .string({ error: texts.codeMissing })
  .trim()
  .min(1, { error: texts.codeMissing })
  .max(LINE_MAX, { error: texts.codeWrong });

/** `code` is needed only to replace an active factor. */
export const startSecondFactor = z.object({
  password,
  code: z.string().trim().max(LINE_MAX, { error: texts.codeWrong }).nullish(),
});

export const confirmSecondFactor = z.object({ code });

export const changeSecondFactor = z.object({ password, code });

export const secondFactorStatus = z.object({
  secondFactor: z.object({
    enabled: z.boolean(),
    confirmedAt: z.string().nullable(),
    recoveryCodesLeft: z.int(),
    /** The factor may be replaced, but not switched off. */
    required: z.boolean(),
  }),
});

/** The secret for an authenticator app in base32, and as a URI for a QR code. */
export const secondFactorStarted = z.object({ secret: z.string(), uri: z.string() });

/** Recovery codes are shown only once. */
export const recoveryCodesAnswer = z.object({
  recoveryCodes: z.array(z.string()),
  message: z.string(),
});

export type SecondFactorStatus = z.output<typeof secondFactorStatus>['secondFactor'];
export type SecondFactorStarted = z.output<typeof secondFactorStarted>;
export type RecoveryCodes = z.output<typeof recoveryCodesAnswer>;
