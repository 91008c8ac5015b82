import { applicationMessages, sendReservation } from '@deqiq/contract/site/applications.ts';
import { enhanceForm } from './form/enhance-form.ts';

export const mount = (element: HTMLElement): void =>
  enhanceForm(element, { schema: sendReservation, messages: applicationMessages.reservation });
