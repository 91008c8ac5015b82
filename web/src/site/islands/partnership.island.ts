import { applicationMessages, sendPartnerApplication } from '@deqiq/contract/site/applications.ts';
import { enhanceForm } from './form/enhance-form.ts';

export const mount = (element: HTMLElement): void =>
  enhanceForm(element, { schema: sendPartnerApplication, messages: applicationMessages.partner });
