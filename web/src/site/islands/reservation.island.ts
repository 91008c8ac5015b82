import { applicationMessages, sendReservation } from '@deqiq/contract/applications.ts';
import { enlivenForm } from './form/enhance-form.ts';

export const enliven = (place: HTMLElement): void =>
  enlivenForm(place, { schema: sendReservation, says: applicationMessages.reservation });
