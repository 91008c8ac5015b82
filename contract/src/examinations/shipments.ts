import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import * as z from 'zod';
import { optionalLine, optionalText } from '../shared/text.ts';
import { checkup } from './checkups.ts';

/** The name of a checkup created from a partner's shipment. */
export const SHIPMENT_NAME = 'Göndəriş';

/** The error on the screen: «Xəta: » and the server's message, which may already contain the word. */
export function shipmentFailure(message = shipmentMessages.failed()): string {
  const prefix = shipmentMessages.error({ message: '' });
  return message.startsWith(prefix) ? message : shipmentMessages.error({ message });
}

/** Optional details of the picture: the patient, and the request (a tooth, a question). */
export const shipmentDetails = z.object({
  firstName: optionalLine(),
  lastName: optionalLine(),
  note: optionalText(),
});

export type ShipmentDetails = z.output<typeof shipmentDetails>;

export const shipmentAnswer = z.object({ checkup, message: z.string() });

export type ShipmentAnswer = z.output<typeof shipmentAnswer>;
