import { applicationMessages, sendContactMessage } from '@deqiq/contract/site/applications.ts';
import { enhanceForm } from './form/enhance-form.ts';

export const mount = (element: HTMLElement): void =>
  enhanceForm(element, { schema: sendContactMessage, messages: applicationMessages.contact });
