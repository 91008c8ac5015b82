import type { OfferedKind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { formatManat } from '@deqiq/contract/shared/money.ts';
import { personLanguage } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/referrals/booking-pages.js';

/** A text of staff in the language of the request. */
export const inOwnLanguage = (text: OfferedKind['name']): string => text[personLanguage()];

/** Duration and price. */
export const describeKind = ({ minutes, price }: Pick<OfferedKind, 'minutes' | 'price'>): string =>
  [texts.minutes({ count: minutes }), price !== null && `${formatManat(price)} AZN`]
    .filter(Boolean)
    .join(', ');
