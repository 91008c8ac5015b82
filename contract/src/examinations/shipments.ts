import * as z from 'zod';
import { optionalLine, optionalText } from '../shared/text.ts';
import { checkup } from './checkups.ts';

/** The name of a checkup created from a partner's shipment. */
export const SHIPMENT_NAME = 'Göndəriş';

const PREFIX = 'Xəta: ';

/** Messages of the shipment screen: specification, sections 5 and 8. Errors contain 'Xəta:'. */
export const shipmentMessages = {
  fileMissing: `${PREFIX}Zəhmət olmasa bir fayl seçin`,
  oneFileOnly: `${PREFIX}Zəhmət olmasa yalnız bir fayl seçin`,
  sent: 'Şəkil uğurla göndərildi',
  failed: 'Bir xəta baş verdi',
  withdrawn: 'Göndəriş geri götürüldü',
  withdrawFailed: 'Göndərişi geri götürmək mümkün olmadı',
  alreadyAccepted: 'Bu göndəriş artıq qəbul olunub, onu geri götürmək olmur',
} as const;

/** The error on the screen: 'Xəta: ' and the server's message, which may already contain the word. */
export const shipmentFailure = (message: string = shipmentMessages.failed): string =>
  message.startsWith(PREFIX) ? message : PREFIX + message;

/** Optional details of the picture: the patient, and the request (a tooth, a question). */
export const shipmentDetails = z.object({
  firstName: optionalLine(),
  lastName: optionalLine(),
  note: optionalText(),
});

export type ShipmentDetails = z.output<typeof shipmentDetails>;

export const shipmentAnswer = z.object({ checkup, message: z.string() });

export type ShipmentAnswer = z.output<typeof shipmentAnswer>;
