import * as texts from '@deqiq/messages/machines/program-tokens.js';
import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';

export const MAX_PROGRAM_TOKENS = 10;

export const programTokenDays = [30, 90, 365] as const;

/** The fields of a new token. */
export const programTokenFields = z.object({
  name: z
    .string({ error: texts.nameMissing })
    .trim()
    .min(1, { error: texts.nameMissing })
    .max(LINE_MAX, { error: texts.nameTooLong }),
  days: z.coerce
    .number({ error: texts.badDays })
    .refine((days) => programTokenDays.some((one) => one === days), { error: texts.badDays }),
  password: z
    .string({ error: texts.passwordMissing })
    .min(1, { error: texts.passwordMissing })
    .max(PASSWORD_LENGTH.max, { error: texts.passwordWrong }),
});

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
export type ProgramTokenFields = z.output<typeof programTokenFields>;
