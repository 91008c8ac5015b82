import * as z from 'zod';
import { requiredText } from '../shared/text.ts';

/** Messages of the complaint box and of the reports screen: specification, sections 2, 5 and 8. */
export const complaintMessages = {
  messageMissing: 'Zəhmət olmasa mesaj daxil edin',
  sent: 'Mesajınız göndərildi',
  sendFailed: 'Mesaj göndərilərkən xəta baş verdi',
  deleted: 'Report deleted',
  deleteFailed: 'There was an issue deleting the report.',
  notFound: 'Report not found',
  noneFound: 'No Partner Reports Found',
  noneYet: 'No partner Reports submitted yet',
} as const;

/** A partner's complaint or suggestion. */
export const sendComplaint = z.object({ message: requiredText(complaintMessages.messageMissing) });
