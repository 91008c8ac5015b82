import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';

/** The kind of token in a bearer header: `Authorization: Bearer <token> type=access`. */
export const tokenKinds = ['access', 'refresh'] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const authMessages = {
  admin: {
    loginFailed: 'Login failed',
    tooManySignIns: 'Too many failed sign-ins. Please try again later',
    unknownBrowser:
      'Somebody is trying passwords on this account. Sign in on a device you have used before, or try again in an hour',
    tooManyPasswords: 'Too many wrong passwords. Please try again later',
    oldPasswordIncorrect: 'Old password is incorrect',
    changed: 'Password changed successfully',
    changeFailed: 'Failed to change password',
    repeatMismatch: "New passwords don't match",
    signedOut: 'Your session has ended. Please sign in again',
    loggedOut: 'Logged out successfully.',
    staffOnly: 'Only staff may do this',
    ownersOnly: 'Only an owner may do this. Please ask an owner of the clinic',
    unlocked: 'Sign-in unlocked. A new device may sign in again',
    unlockFailed: 'Sign-in could not be unlocked',
    noSuchAccount: 'Account not found',
  },
  partner: {
    loginFailed: 'Daxil olmaq uğurlu deyil',
    tooManySignIns: 'Çox sayda uğursuz cəhd oldu. Zəhmət olmasa bir azdan yenidən cəhd edin',
    unknownBrowser:
      'Kimsə bu hesabın şifrəsini tapmağa çalışır. Əvvəllər daxil olduğunuz cihazdan daxil olun və ya bir saatdan sonra yenidən cəhd edin',
    tooManyPasswords: 'Şifrə dəfələrlə səhv yazıldı. Zəhmət olmasa bir azdan yenidən cəhd edin',
    signedOut: 'Sessiyanız bitib. Zəhmət olmasa yenidən daxil olun',
    loggedOut: 'Hesabdan uğurla çıxdınız.',
    partnersOnly: 'Bu əməliyyat yalnız partnyorlar üçündür',
  },
} as const;

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

const secret = (message: string) =>
  z.string({ error: message }).min(1, message).max(PASSWORD_LENGTH.max, message);

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
    .string({ error: 'Username is required' })
    .trim()
    .min(1, 'Username is required')
    .max(LINE_MAX, 'Username is required'),
  password: secret('Password is required'),
  otp,
  rememberMe: flag,
  device,
});

export const partnerLogin = z.object({
  email: z
    .string({ error: 'Email daxil edilməlidir' })
    .trim()
    .min(1, 'Email daxil edilməlidir')
    .max(LINE_MAX, 'Düzgün email formatı daxil edin')
    .regex(/^[^\s@]+@[^\s@]+$/, 'Düzgün email formatı daxil edin'),
  password: secret('Şifrə daxil edilməlidir'),
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
export const adminNewPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(
      PASSWORD_LENGTH.adminMin,
      `The new password must be at least ${PASSWORD_LENGTH.adminMin} characters`,
    )
    .max(
      PASSWORD_LENGTH.max,
      `The new password may have at most ${PASSWORD_LENGTH.max} characters`,
    );

export const adminChangePassword = z.object({
  oldPassword: secret('Old password is required'),
  newPassword: adminNewPassword('New password is required'),
});

export const done = z.object({ message: z.string() });

export type AdminLogin = z.output<typeof adminLogin>;
export type PartnerLogin = z.output<typeof partnerLogin>;
export type SignedIn = z.output<typeof signedIn>;
