import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';
import type { Role } from '../shared/roles.ts';

export const MAX_PROGRAM_TOKENS = 10;

export const programTokenDays = [30, 90, 365] as const;

export const programTokenMessages = {
  admin: {
    created: 'The token has been created. It is shown only now',
    revoked: 'The token has ended',
    notFound: 'This token has ended already',
    tooMany: `At most ${MAX_PROGRAM_TOKENS} tokens. End one that is no longer used`,
    nameMissing: 'Name is required',
    nameTooLong: 'Name is too long',
    badDays: 'Choose how long the token is valid',
    passwordMissing: 'Password is required',
    passwordWrong: 'The password is not correct',
    failed: 'The token could not be created',
  },
  partner: {
    created: 'Açar yaradıldı. O, yalnız indi göstərilir',
    revoked: 'Açar ləğv edildi',
    notFound: 'Bu açar artıq ləğv olunub',
    tooMany: `Ən çoxu ${MAX_PROGRAM_TOKENS} açar ola bilər. İstifadə etmədiyinizi ləğv edin`,
    nameMissing: 'Ad daxil edilməlidir',
    nameTooLong: 'Ad çox uzundur',
    badDays: 'Müddəti seçin',
    passwordMissing: 'Şifrə daxil edilməlidir',
    passwordWrong: 'Şifrə yanlışdır',
    failed: 'Açar yaradılmadı',
  },
} as const;

/** The fields of a new token, with messages in the language of the area. */
export function programTokenFields(role: Role) {
  const words = programTokenMessages[role];
  return z.object({
    name: z
      .string({ error: words.nameMissing })
      .trim()
      .min(1, words.nameMissing)
      .max(LINE_MAX, words.nameTooLong),
    days: z.coerce
      .number({ error: words.badDays })
      .refine((days) => programTokenDays.some((one) => one === days), words.badDays),
    password: z
      .string({ error: words.passwordMissing })
      .min(1, words.passwordMissing)
      .max(PASSWORD_LENGTH.max, words.passwordWrong),
  });
}

export const programToken = z.object({
  _id: z.string(),
  name: z.string(),
  /** The last characters of the token, to tell two apart. */
  tokenEnd: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Accurate to some minutes. */
  lastUsedAt: z.string().nullable(),
});

export const programTokens = z.object({
  tokens: z.array(programToken),
  address: z.string(),
});

/** The token itself is in this answer only. */
export const programTokenCreated = z.object({
  programToken,
  token: z.string(),
  message: z.string(),
});

export type ProgramToken = z.output<typeof programToken>;
export type ProgramTokens = z.output<typeof programTokens>;
export type ProgramTokenCreated = z.output<typeof programTokenCreated>;
export type ProgramTokenFields = z.output<ReturnType<typeof programTokenFields>>;
