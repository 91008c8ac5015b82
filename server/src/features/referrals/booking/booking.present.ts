import type { Visit } from '@deqiq/contract/referrals/booking/booking.ts';
import type { Deposit } from '@deqiq/contract/referrals/booking/deposits.ts';
import type { Kind, OfferedKind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { PatientChannel } from '@deqiq/contract/referrals/booking/patient-channels.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as depositMessages from '@deqiq/messages/referrals/deposits.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { AppointmentRow, OfferRow } from '../../../platform/db/tables.ts';
import { MINUTE } from '../../../platform/time.ts';
import { presentTime } from '../appointment-times/appointment-times.service.ts';

export const presentOffer = ({ id, starts_at, ends_at, expires_at }: OfferRow) => ({
  _id: id,
  startsAt: starts_at,
  minutes: (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE,
  expiresAt: expires_at,
});

export const presentChannels = (channels: readonly PatientChannel[]) => ({
  email: channels.includes('email'),
  sms: channels.includes('sms'),
  whatsapp: channels.includes('whatsapp'),
});

/** Without machines. */
export const presentKind = ({
  _id,
  examination,
  name,
  minutes,
  price,
  deposit,
}: Kind): OfferedKind => ({
  _id,
  examination,
  name,
  minutes,
  price,
  deposit,
});

export function presentVisit(
  row: AppointmentRow,
  kind: Kind | null,
  deposit: Deposit | null,
): Visit {
  const { startsAt, minutes } = presentTime(row);
  const { name, address, phone, position } = clinicFacts();
  return {
    kind: kind && presentKind(kind),
    startsAt,
    minutes,
    // A held time that gave way to others can still be confirmed.
    state: row.held_until === null ? row.status : 'held',
    heldUntil: row.held_until,
    deposit,
    place: {
      name,
      address,
      phone: phone.text,
      ...position,
    },
    preparation: kind?.preparation ?? { az: '', ru: '', en: '' },
  };
}

/** For a time that is held until it is confirmed or its deposit is paid. */
export const describeHold = (needsDeposit: boolean): string =>
  needsDeposit ? depositMessages.held() : appointmentMessages.held();
