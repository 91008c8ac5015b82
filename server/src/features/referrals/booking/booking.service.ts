import type {
  CreateBooking,
  CreatedBooking,
  FoundBooking,
  FreeSlots,
  OfferedKinds,
  SlotsQuery,
} from '@deqiq/contract/referrals/booking/booking.ts';
import { PAYMENT_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';
import { toQepik } from '@deqiq/contract/shared/money.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';
import type { BookingLink, BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { DepositPaymentsService } from '../deposit-payments/deposit-payments.service.ts';
import type { DepositsService } from '../deposits/deposits.service.ts';
import type { KindsService } from '../kinds/kinds.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts';
import { describeHold, presentKind } from './booking.present.ts';
import type { BookingLimits } from './booking-limits.ts';
import { writeCalendar } from './calendar-file.ts';
import { earlierTimes } from './earlier-times.ts';
import { type FreeTimes, groupByDay } from './free-times.ts';
import { createAppointment } from './new-booking.ts';
import { publicKinds } from './public-kinds.ts';
import { visitChanges } from './visit-changes.ts';
import { visitReader } from './visits.ts';

interface Deps {
  readonly db: Db;
  readonly kinds: Pick<KindsService, 'list' | 'get'>;
  readonly times: AppointmentTimesService;
  readonly moves: Pick<ReferralMovesService, 'book' | 'unbook'>;
  readonly links: BookingLinksService;
  readonly messages: PatientMessagesService;
  readonly waiting: WaitingListService;
  readonly freeTimes: FreeTimes;
  readonly deposits: Pick<DepositsService, 'describe' | 'isRefundable' | 'retain'>;
  readonly payments: Pick<DepositPaymentsService, 'isOn' | 'begin' | 'checkOf'>;
  readonly limits: BookingLimits;
  readonly audit: Pick<AuditService, 'recordEntry'>;
  readonly now: () => number;
}

export type BookingService = ReturnType<typeof bookingService>;

/** People without an account book, move and cancel a time with a link. Their author in histories is the system. */
export function bookingService(deps: Deps) {
  const { times, links, freeTimes, deposits, payments, now } = deps;
  const kinds = publicKinds(deps);
  const visits = visitReader(deps, kinds);
  const { confirm, stop, move, cancel } = visitChanges(deps, visits, kinds);
  const { wait, stopWaiting, take } = earlierTimes(deps, visits);

  return {
    async listKinds(): Promise<OfferedKinds> {
      const offered = (await kinds.list()).filter(({ machines }) => machines.length > 0);
      return { kinds: offered.map(presentKind) };
    },

    async listSlots({ kind, from, days }: SlotsQuery): Promise<FreeSlots> {
      const { machines, minutes } = await kinds.find(kind);
      await times.settle();
      const dates = freeTimes.listDays(from, days);
      return { days: groupByDay(dates, await freeTimes.list({ machines, minutes }, dates)) };
    },

    /** Throws 409 where the time is taken, with the nearest free ones. */
    async book({ booking, kind: id, startsAt, channels }: CreateBooking, address: string) {
      const link = await links.find(booking);
      if (await visits.find(link)) throw conflict(appointmentMessages.alreadyBooked());
      const kind = await kinds.find(id);
      if (!(await isAllowed(deps, link, kind)))
        throw invalid('kind', appointmentMessages.wrongKind());
      const deposit = kind.deposit === null ? null : toQepik(kind.deposit);
      const request = { machines: kind.machines, minutes: kind.minutes, startsAt };
      const created = await deps.limits.count(address, () =>
        freeTimes.take(request, (device) => {
          const slot = { kind: id, device, startsAt, minutes: kind.minutes, isPublic: true };
          return createAppointment(deps, link, { slot, channels, address, deposit });
        }),
      );
      const appointment = await visits.present(created);
      const isDue = appointment.deposit?.state === 'due';
      const message =
        appointment.heldUntil === null ? appointmentMessages.booked() : describeHold(isDue);
      const url = links.toLink(booking);
      const payment = isDue ? url + PAYMENT_PATH : null;
      return { appointment, link: url, payment, message } satisfies CreatedBooking;
    },

    async find(token: string): Promise<FoundBooking> {
      const link = await links.find(token);
      const row = await visits.find(link);
      const referral =
        link.referral_id === null ? null : await links.findReferral(link.referral_id);
      const examination = (referral?.examination ?? null) as ReferredExamination | null;
      return {
        appointment: row ? await visits.present(row.id) : null,
        examination,
        canConfirm: row !== undefined && canConfirm(row, link),
        ...(await visits.findChannels(link, row)),
        ...(await visits.findWaiting(row)),
      };
    },

    confirm,
    stop,
    move,
    cancel,
    wait,
    stopWaiting,
    take,
    isRefunded: visits.isRefunded,

    /** Opens the page on which the deposit is paid. */
    async pay(token: string) {
      const returnUrl = `${links.toLink(token)}?paid=1`;
      return payments.begin(await visits.get(token), returnUrl);
    },

    /** After the browser has returned from the payment page: the callback may be on its way. */
    async checkPayment(token: string): Promise<void> {
      const { appointment_id: id } = await links.find(token);
      if (id !== null) await payments.checkOf(id);
    },

    /** Whether a deposit goes back if the patient cancels now. */
    isRefundable: (startsAt: string): boolean => deposits.isRefundable({ starts_at: startsAt }),

    /** iCalendar. The summary does not name the examination: others see calendars. */
    async writeCalendar(token: string): Promise<string> {
      const { id } = await visits.get(token);
      const { startsAt, minutes, ...visit } = await visits.present(id);
      return writeCalendar({
        uid: id,
        startsAt,
        minutes,
        summary: visit.place.name,
        location: visit.place.address,
        url: links.toLink(token),
        now: now(),
      });
    },
  };
}

/** Whether the link confirms a held time. With a deposit its payment does; a link of a message is the patient's own. */
const canConfirm = ({ held_until, deposit }: AppointmentRow, { can_confirm }: BookingLink) =>
  held_until !== null && deposit === null && can_confirm === 1;

/** A referral's link books its examination only. */
async function isAllowed(
  { links }: Deps,
  { referral_id }: BookingLink,
  { examination }: Kind,
): Promise<boolean> {
  if (referral_id === null) return true;
  return (await links.findReferral(referral_id))?.examination === examination;
}
