import type { Visit } from '@deqiq/contract/referrals/booking.ts';
import type { Kind, OfferedKind } from '@deqiq/contract/referrals/kinds.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import * as providerTexts from '@deqiq/messages/site/provider.js';
import type { AppointmentRow } from '../../../platform/db/tables.ts';
import { presentTime } from '../appointment-times/appointment-times.service.ts';

/** Without machines. */
export const presentKind = ({ _id, examination, name, minutes, price }: Kind): OfferedKind => ({
  _id,
  examination,
  name,
  minutes,
  price,
});

export function presentVisit(row: AppointmentRow, kind: Kind | null): Visit {
  const { startsAt, minutes } = presentTime(row);
  const { street, district, city } = providerTexts;
  return {
    kind: kind && presentKind(kind),
    startsAt,
    minutes,
    state: row.status,
    place: {
      name: provider.name,
      address: [street(), district(), city()].join(', '),
      phone: provider.phone.text,
      ...provider.position,
    },
    preparation: kind?.preparation ?? { az: '', ru: '', en: '' },
  };
}
