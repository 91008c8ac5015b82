import type { WaitingPart } from '@deqiq/contract/referrals/booking/booking.ts';
import type { Deposit } from '@deqiq/contract/referrals/booking/deposits.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import { notFound } from '../../../platform/errors.ts';
import { isoNow } from '../../../platform/time.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';
import type { BookingLink, BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { DepositsService } from '../deposits/deposits.service.ts';
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts';
import { presentChannels, presentOffer, presentVisit } from './booking.present.ts';
import type { PublicKinds } from './public-kinds.ts';

interface Deps {
  readonly db: Db;
  readonly times: Pick<AppointmentTimesService, 'settle' | 'find' | 'findBooked'>;
  readonly links: Pick<BookingLinksService, 'find' | 'findPerson'>;
  readonly messages: Pick<PatientMessagesService, 'listReached' | 'listAgreed'>;
  readonly waiting: Pick<WaitingListService, 'findRunning'>;
  readonly deposits: Pick<DepositsService, 'describe'>;
  readonly now: () => number;
}

export type Visits = ReturnType<typeof visitReader>;

/** Reads the appointments behind the links of people without an account. */
export function visitReader(deps: Deps, kinds: Pick<PublicKinds, 'get'>) {
  const { db, times, links, messages, waiting, deposits, now } = deps;

  const findDeposit = async (row: AppointmentRow): Promise<Deposit | null> =>
    (await deposits.describe(db, [row])).get(row.id) ?? null;

  /** The appointment behind a link; undefined before the booking. Throws 404 once it has ended. */
  async function find(link: BookingLink): Promise<AppointmentRow | undefined> {
    await times.settle();
    const row =
      link.referral_id === null
        ? link.appointment_id && (await times.find(db, link.appointment_id))
        : await times.findBooked(db, link.referral_id);
    if (!row) return undefined;
    const isOpen = row.status === 'booked' || (row.held_until ?? '') > isoNow(now);
    if (!isOpen || row.ends_at <= isoNow(now)) throw notFound(appointmentMessages.linkEnded());
    return row;
  }

  return {
    find,
    findDeposit,

    /** Throws 404 before the booking, too. */
    async get(token: string): Promise<AppointmentRow> {
      const row = await find(await links.find(token));
      if (!row) throw notFound(appointmentMessages.linkEnded());
      return row;
    },

    /** Channels by which the person of a link is reached, and those to which the person agreed. */
    async findChannels(link: BookingLink, row: AppointmentRow | undefined) {
      const person = row ?? (await links.findPerson(db, link));
      const offered = person ? messages.listReached(person) : [];
      const agreed = row ? messages.listAgreed(row) : [];
      return { offeredChannels: presentChannels(offered), channels: presentChannels(agreed) };
    },

    async findWaiting(row: AppointmentRow | undefined): Promise<WaitingPart> {
      const offer = row?.waiting_since ? await waiting.findRunning(row.id) : undefined;
      return {
        offer: offer ? presentOffer(offer) : null,
        waiting: row?.waiting_before ? { before: row.waiting_before } : null,
      };
    },

    /** Whether the deposit of an appointment that has ended goes back. */
    async isRefunded(token: string): Promise<boolean> {
      const { appointment_id: id } = await links.find(token);
      const row = id === null ? undefined : await times.find(db, id);
      const state = row?.status === 'cancelled' ? (await findDeposit(row))?.state : undefined;
      return state === 'refunding' || state === 'refunded' || state === 'refund-failed';
    },

    async present(id: string) {
      const row = await times.find(db, id);
      if (!row) throw notFound(appointmentMessages.linkEnded());
      const kind = row.kind_id === null ? null : await kinds.get(db, row.kind_id);
      return presentVisit(row, kind, await findDeposit(row));
    },
  };
}
