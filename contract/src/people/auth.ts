import * as authMessages from '@deqiq/messages/people/auth.js';
import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';
import type { ErrorText } from '../shared/text.ts';

/** The kind of token in a bearer header: `Authorization: Bearer <token> type=access`. */
export const tokenKinds = ['access', 'refresh'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Characters: 32 random bytes in base64url. */
const DEVICE_TOKEN_LENGTH = 43;

/** Checkbox values are booleans in JSON and words in forms. */
const flag = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((value) => value === true || value === 'true' || value === 'on' || value === '1');

/** A code of an authenticator app or a recovery code; '' if absent. */
const otp = z
  .string()
  .trim()
  .max(LINE_MAX)
  .nullish()
  .transform((code) => code ?? '');

const secret = (message: ErrorText) =>
  z
    .string({ error: message })
    .min(1, { error: message })
    .max(PASSWORD_LENGTH.max, { error: message });

/** `true` requests a device token, which the client sends at the next sign-in. Anything else requests nothing. */
const device = z
  .union([z.boolean(), z.string()])
  .nullish()
  .catch(undefined)
  .transform((value) => {
    const token =
      typeof value === 'string' && value.length === DEVICE_TOKEN_LENGTH ? value : undefined;
    return { isWanted: token !== undefined || value === true || value === 'true', token };
  });

export const adminLogin = z.object({
  username: z
    .string({ error: authMessages.usernameMissing })
    .trim()
    .min(1, { error: authMessages.usernameMissing })
    .max(LINE_MAX, { error: authMessages.usernameMissing }),
  password: secret(authMessages.passwordMissing),
  otp,
  rememberMe: flag,
  device,
});

/** The e-mail with which a partner signs in. */
export const loginEmail = z
  .string({ error: authMessages.emailMissing })
  .trim()
  .min(1, { error: authMessages.emailMissing })
  .max(LINE_MAX, { error: authMessages.badEmail })
  .regex(/^[^\s@]+@[^\s@]+$/, { error: authMessages.badEmail });

export const partnerLogin = z.object({
  email: loginEmail,
  password: secret(authMessages.passwordMissing),
  otp,
  rememberMe: flag,
  device,
});

export const signedIn = z.object({
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  /** Present if the client requested it; the client sends it as `device` at later sign-ins. */
  device: z.string().optional(),
});

/** With `rotate` the response contains a new refresh token; without it the client keeps its token. */
export const refresh = z.object({ rotate: flag });

export const refreshed = z.object({
  accessToken: z.string(),
  /** Only with `rotate`, and not if another tab has already received the new one. */
  refreshToken: z.string().optional(),
});

/** The new password of a member of staff. */
export const adminNewPassword = (missing: ErrorText) =>
  z
    .string({ error: missing })
    .min(1, { error: missing })
    .min(PASSWORD_LENGTH.adminMin, {
      error: () => authMessages.newPasswordTooShort({ min: PASSWORD_LENGTH.adminMin }),
    })
    .max(PASSWORD_LENGTH.max, {
      error: () => authMessages.newPasswordTooLong({ max: PASSWORD_LENGTH.max }),
    });

export const adminChangePassword = z.object({
  oldPassword: secret(authMessages.oldPasswordMissing),
  newPassword: adminNewPassword(authMessages.newPasswordMissing),
});

export const done = z.object({ message: z.string() });

export type AdminLogin = z.output<typeof adminLogin>;
export type PartnerLogin = z.output<typeof partnerLogin>;
export type SignedIn = z.output<typeof signedIn>;
