import * as z from 'zod';
import { checkup } from './checkups.ts';
import { optionalLine, optionalText } from './shared/text.ts';

/** What a checkup is called that a partner's shipment makes. */
export const SHIPMENT_NAME = 'Göndəriş';

const PREFIX = 'Xəta: ';

/** Sentences of the shipment screen: specification, sections 5 and 8; its refusals say 'Xəta:' themselves. */
export const shipmentMessages = {
  fileMissing: `${PREFIX}Zəhmət olmasa bir fayl seçin`,
  oneFileOnly: `${PREFIX}Zəhmət olmasa yalnız bir fayl seçin`,
  sent: 'Şəkil uğurla göndərildi',
  failed: 'Bir xəta baş verdi',
  withdrawn: 'Göndəriş geri götürüldü',
  withdrawFailed: 'Göndərişi geri götürmək mümkün olmadı',
  alreadyAccepted: 'Bu göndəriş artıq qəbul olunub, onu geri götürmək olmur',
} as const;

/** What the screen says of a failure: 'Xəta: ' and the server's message, which may bring the word along. */
export const shipmentFailure = (message: string = shipmentMessages.failed): string =>
  message.startsWith(PREFIX) ? message : PREFIX + message;

/** What a partner may say about the picture: whose it is, and what is wanted (a tooth, a question). */
export const shipmentDetails = z.object({
  firstName: optionalLine(),
  lastName: optionalLine(),
  note: optionalText(),
});

export type ShipmentDetails = z.output<typeof shipmentDetails>;

export const shipmentAnswer = z.object({ checkup, message: z.string() });

export type ShipmentAnswer = z.output<typeof shipmentAnswer>;
