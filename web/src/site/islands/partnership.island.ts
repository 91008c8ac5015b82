import { sendPartnerApplication } from '@deqiq/contract/site/applications.ts';
import * as texts from '@deqiq/messages/site/applications.js';
import { enhanceForm } from './form/enhance-form.ts';

export const mount = (element: HTMLElement): void =>
  enhanceForm(element, {
    schema: sendPartnerApplication,
    messages: {
      title: texts.partnershipTitle,
      sent: texts.partnershipSent,
      failed: texts.partnershipFailed,
    },
  });
