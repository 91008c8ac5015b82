import * as texts from '@deqiq/messages/reports/reports.js';
import * as z from 'zod';
import { LINE_MAX, PASSWORD_LENGTH } from '../shared/limits.ts';
import { requiredLine, requiredText } from '../shared/text.ts';

/** Forms and queries send numbers as text. */
export const reportVersion = z
  .union([z.number(), z.string().regex(/^\d{1,9}$/)], { error: texts.badVersion })
  .transform(Number)
  .pipe(z.int({ error: texts.badVersion }).min(1, { error: texts.badVersion }));

const secret = (limit: number) =>
  z
    .string({ error: texts.proofMissing })
    .max(limit, { error: texts.proofMissing })
    .nullish()
    .transform((value) => value ?? '');

/** `version`: of the report that was read. The author proves again who signs: by the password, or by a code. */
export const signReport = z
  .object({ version: reportVersion, password: secret(PASSWORD_LENGTH.max), otp: secret(LINE_MAX) })
  .refine(({ password, otp }) => password !== '' || otp.trim() !== '', {
    error: texts.proofMissing,
    path: ['password'],
  });

export const withdrawReport = z.object({ reason: requiredLine(texts.reasonMissing) });

export const addAddendum = z.object({ text: requiredText(texts.addendumMissing) });
