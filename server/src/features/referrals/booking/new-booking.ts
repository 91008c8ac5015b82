import type { PatientChannel } from '@deqiq/contract/referrals/booking/patient-channels.ts';
import { personLanguage } from '@deqiq/messages/language.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import type { Db } from '../../../platform/db/tables.ts';
import { notFound } from '../../../platform/errors.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type {
  AppointmentTimesService,
  Slot,
} from '../appointment-times/appointment-times.service.ts';
import type { BookingLink, BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import type { BookingLimits } from './booking-limits.ts';

interface Deps {
  readonly db: Db;
  readonly times: AppointmentTimesService;
  readonly moves: Pick<ReferralMovesService, 'book'>;
  readonly links: BookingLinksService;
  readonly messages: PatientMessagesService;
  readonly limits: BookingLimits;
  readonly audit: Pick<AuditService, 'recordEntry'>;
}

interface Request {
  readonly slot: Slot;
  readonly channels: readonly PatientChannel[];
  readonly address: string;
  /** Qəpik; null where the time is booked without one. */
  readonly deposit: number | null;
}

/**
 * Books a time with a link; returns the id of the appointment. Where the person of a form can be reached, the time is held
 * until it is confirmed, and where a deposit is needed until that is paid. The link of a referral comes from the clinic or a
 * partner: it books at once. Throws TakenError.
 */
export function createAppointment(
  { db, times, moves, links, messages, limits, audit }: Deps,
  link: BookingLink,
  { slot, channels, address, deposit }: Request,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const person = await links.findPerson(tx, link);
    if (!person) throw notFound(appointmentMessages.linkEnded());
    const { email, referral_id } = person;
    await limits.assertPhone(tx, person.phone);
    const first = messages.listFirst(person, channels);
    const id =
      referral_id !== null
        ? await moves.book(tx, null, referral_id, slot)
        : deposit !== null || first.length > 0
          ? await times.hold(tx, person, slot, deposit)
          : await times.insert(tx, person, slot);
    await links.use(tx, link, id);
    await times.setContact(tx, id, { email, channels, language: personLanguage() });
    const row = await times.find(tx, id);
    // With a deposit, the first message follows the payment.
    if (row && row.deposit === null && first.length > 0) {
      await links.issueForMessage(tx, id);
      await messages.begin(tx, row, first);
    }
    const about = { object: 'appointment', objectId: id, result: 'ok' } as const;
    await audit.recordEntry(tx, { action: 'create', address, ...about });
    return id;
  });
}
