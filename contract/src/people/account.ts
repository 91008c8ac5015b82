import * as z from 'zod';
import { PASSWORD_LENGTH } from '../shared/limits.ts';
import { optionalLine } from '../shared/text.ts';

/** Messages of the partner's own data: specification, sections 5 and 8. */
export const accountMessages = {
  oldPasswordMissing: 'Köhnə şifrə tələb olunur',
  newPasswordMissing: 'Yeni şifrə tələb olunur',
  newPasswordTooShort: `Şifrə ən az ${PASSWORD_LENGTH.partnerMin} simvol olmalıdır`,
  newPasswordTooLong: `Şifrə ən çox ${PASSWORD_LENGTH.max} simvol ola bilər`,
  repeatMismatch: 'Şifrələr uyğun gəlmir',
  oldPasswordIncorrect: 'Köhnə şifrə yanlışdır',
  detailsUpdated: 'Profil məlumatları yeniləndi',
  detailsFailed: 'Profil məlumatlarını yeniləmək mümkün olmadı',
  passwordUpdated: 'Şifrəniz uğurla yeniləndi',
  passwordFailed: 'Şifrəni yeniləmək mümkün olmadı',
  loadFailed: 'Məlumatları yükləmək mümkün olmadı',
} as const;

/** The fields that partners change themselves. Either may be empty; absent fields stay. */
export const updateAccount = z.object({
  clinicName: optionalLine().optional(),
  instagram: optionalLine().optional(),
});

export const changePassword = z.object({
  oldPassword: z
    .string({ error: accountMessages.oldPasswordMissing })
    .min(1, accountMessages.oldPasswordMissing)
    .max(PASSWORD_LENGTH.max, accountMessages.oldPasswordIncorrect),
  newPassword: z
    .string({ error: accountMessages.newPasswordMissing })
    .min(1, accountMessages.newPasswordMissing)
    .min(PASSWORD_LENGTH.partnerMin, accountMessages.newPasswordTooShort)
    .max(PASSWORD_LENGTH.max, accountMessages.newPasswordTooLong),
});

export type UpdateAccount = z.output<typeof updateAccount>;
export type ChangePassword = z.output<typeof changePassword>;
