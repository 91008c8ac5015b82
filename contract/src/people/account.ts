import { chosenLanguages } from '@deqiq/messages/language.ts';
import * as accountMessages from '@deqiq/messages/people/account.js';
import * as z from 'zod';
import { PASSWORD_LENGTH } from '../shared/limits.ts';
import { optionalLine } from '../shared/text.ts';

/** The fields that partners change themselves. Either may be empty; absent fields stay. */
export const updateAccount = z.object({
  clinicName: optionalLine().optional(),
  instagram: optionalLine().optional(),
});

/** The new password of a partner. */
export const partnerNewPassword = z
  .string({ error: accountMessages.newPasswordMissing })
  .min(1, { error: accountMessages.newPasswordMissing })
  .min(PASSWORD_LENGTH.partnerMin, {
    error: () => accountMessages.newPasswordTooShort({ min: PASSWORD_LENGTH.partnerMin }),
  })
  .max(PASSWORD_LENGTH.max, {
    error: () => accountMessages.newPasswordTooLong({ max: PASSWORD_LENGTH.max }),
  });

export const changePassword = z.object({
  oldPassword: z
    .string({ error: accountMessages.oldPasswordMissing })
    .min(1, { error: accountMessages.oldPasswordMissing })
    .max(PASSWORD_LENGTH.max, { error: accountMessages.oldPasswordIncorrect }),
  newPassword: partnerNewPassword,
});

const badLanguage = {
  error: () => accountMessages.badLanguage({ languages: chosenLanguages.join(', ') }),
};

/** The language of screens, mails and push messages; null: that of the area. */
export const ownLanguage = z.enum(chosenLanguages).nullable();

export const setLanguage = z.object({ language: z.enum(chosenLanguages, badLanguage) });

export const languageAnswer = z.object({
  language: z.enum(chosenLanguages),
  message: z.string(),
});

export type UpdateAccount = z.output<typeof updateAccount>;
export type ChangePassword = z.output<typeof changePassword>;
