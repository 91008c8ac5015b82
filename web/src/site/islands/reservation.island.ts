import { sendReservation } from '@deqiq/contract/site/applications.ts';
import * as texts from '@deqiq/messages/site/applications.js';
import { findTimes } from '../../api/site/public.ts';
import { enhanceForm } from './form/enhance-form.ts';

export const mount = (element: HTMLElement): void =>
  enhanceForm(element, {
    schema: sendReservation,
    messages: {
      title: texts.reservationTitle,
      sent: texts.reservationSent,
      failed: texts.reservationFailed,
    },
    async findNext(answer) {
      const href = await findTimes((answer as { booking?: string }).booking);
      return href === undefined ? undefined : { href, text: texts.chooseTime() };
    },
  });
