import { applicationMessages, sendContactMessage } from '@deqiq/contract/applications.ts';
import { enlivenForm } from './form/enhance-form.ts';

export const enliven = (place: HTMLElement): void =>
  enlivenForm(place, { schema: sendContactMessage, says: applicationMessages.contact });
