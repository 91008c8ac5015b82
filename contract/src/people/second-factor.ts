import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';
import type { Role } from '../shared/roles.ts';

/** Number of recovery codes per person; each is valid for one sign-in. */
export const RECOVERY_CODES = 10;

/** Digits of a code from an authenticator app (RFC 6238). */
export const CODE_DIGITS = 6;

export const secondFactorMessages = {
  admin: {
    codeMissing: 'Enter the code from your authenticator app',
    codeWrong: 'The code is wrong or already used. Please enter the next one',
    tooManyCodes: 'Too many wrong codes. Please try again later',
    passwordMissing: 'Password is required',
    passwordWrong: 'The password is not correct',
    enabled: 'Second factor is on',
    disabled: 'Second factor is off',
    codesRenewed: 'New recovery codes. The old ones no longer work',
    notStarted: 'Please begin again: the setup has expired',
    isOff: 'The second factor is off',
    mustStay: 'The clinic requires a second factor. You can replace it, but not switch it off',
    mustEnrol: 'Please set up a second factor first. The clinic requires it',
    failed: 'The second factor could not be changed',
  },
  partner: {
    codeMissing: 'Autentifikasiya tətbiqindəki kodu daxil edin',
    codeWrong: 'Kod yanlışdır və ya artıq istifadə olunub. Növbəti kodu daxil edin',
    tooManyCodes: 'Kod dəfələrlə səhv yazıldı. Zəhmət olmasa bir azdan yenidən cəhd edin',
    passwordMissing: 'Şifrə daxil edilməlidir',
    passwordWrong: 'Şifrə yanlışdır',
    enabled: 'İkinci mərhələ aktivləşdirildi',
    disabled: 'İkinci mərhələ söndürüldü',
    codesRenewed: 'Yeni bərpa kodları yaradıldı. Köhnə kodlar artıq işləmir',
    notStarted: 'Vaxt bitdi. Zəhmət olmasa yenidən başlayın',
    isOff: 'İkinci mərhələ aktiv deyil',
    mustStay: 'Klinika ikinci mərhələni tələb edir',
    mustEnrol: 'Zəhmət olmasa əvvəlcə ikinci mərhələni qurun',
    failed: 'Dəyişiklik yadda saxlanılmadı',
  },
} as const;

/** Request bodies of one area, with messages in its language. */
export function secondFactorBodies(role: Role) {
  const { passwordMissing, passwordWrong, codeMissing, codeWrong } = secondFactorMessages[role];
  const password = z
    .string({ error: passwordMissing })
    .min(1, passwordMissing)
    .max(PASSWORD_LENGTH.max, passwordWrong);
  const code = z.string({ error: codeMissing }).trim().min(1, codeMissing).max(LINE_MAX, codeWrong);
  return {
    /** `code` is needed only to replace an active factor. */
    start: z.object({ password, code: z.string().trim().max(LINE_MAX, codeWrong).nullish() }),
    confirm: z.object({ code }),
    change: z.object({ password, code }),
  };
}

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
