import type {
  BookingAnswer,
  CreateBooking,
  CreatedBooking,
  FoundBooking,
  FreeSlots,
  OfferedKinds,
  SlotsQuery,
  WaitForEarlier,
  WaitingAnswer,
  WaitingPart,
} from '@deqiq/contract/referrals/booking/booking.ts';
import { PAYMENT_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import type { Deposit } from '@deqiq/contract/referrals/booking/deposits.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';
import { toQepik } from '@deqiq/contract/shared/money.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as depositMessages from '@deqiq/messages/referrals/deposits.js';
import { startOfDay } from '../../../platform/db/lists/days.ts';
import type { AppointmentRow, Db } from '../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { PatientMessagesService } from '../../notifications/notifications/patients/patient-messages.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import {
  type AppointmentTimesService,
  presentTime,
  type Slot,
} from '../appointment-times/appointment-times.service.ts';
import type { BookingLink, BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { DepositPaymentsService } from '../deposit-payments/deposit-payments.service.ts';
import type { DepositsService } from '../deposits/deposits.service.ts';
import type { KindsService } from '../kinds/kinds.service.ts';
import type { ReferralMovesService } from '../referrals/referral-moves.service.ts';
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts';
import { presentChannels, presentKind, presentOffer, presentVisit } from './booking.present.ts';
import type { BookingLimits } from './booking-limits.ts';
import { writeCalendar } from './calendar-file.ts';
import { type FreeTimes, groupByDay } from './free-times.ts';
import { createAppointment } from './new-booking.ts';

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
  const { db, times, moves, links, messages, waiting, freeTimes, deposits, payments, now } = deps;

  /** Kinds as the public sees them: without deposits where no payment page is configured. */
  const kinds = {
    async list() {
      const found = await deps.kinds.list();
      return { kinds: found.kinds.map(offer) };
    },
    get: async (handle: Db, id: string): Promise<Kind> => offer(await deps.kinds.get(handle, id)),
  };
  const offer = (kind: Kind): Kind => (payments.isOn ? kind : { ...kind, deposit: null });

  const findDeposit = async (row: AppointmentRow): Promise<Deposit | null> =>
    (await deposits.describe(db, [row])).get(row.id) ?? null;

  async function findOffered(id: string): Promise<Kind> {
    const kind = (await kinds.list()).kinds.find(({ _id }) => _id === id);
    if (!kind) throw notFound(appointmentMessages.kindNotOffered());
    return kind;
  }

  /** The appointment behind a link; undefined before the booking. Throws 404 once it has ended. */
  async function findAppointment(link: BookingLink): Promise<AppointmentRow | undefined> {
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

  async function getAppointment(token: string): Promise<AppointmentRow> {
    const row = await findAppointment(await links.find(token));
    if (!row) throw notFound(appointmentMessages.linkEnded());
    return row;
  }

  /** Channels by which the person of a link is reached, and those to which the person agreed. */
  async function findChannels(link: BookingLink, row: AppointmentRow | undefined) {
    const person = row ?? (await links.findPerson(db, link));
    const offered = person ? messages.listReached(person) : [];
    const agreed = row ? messages.listAgreed(row) : [];
    return { offeredChannels: presentChannels(offered), channels: presentChannels(agreed) };
  }

  async function present(id: string) {
    const row = await times.find(db, id);
    if (!row) throw notFound(appointmentMessages.linkEnded());
    const kind = row.kind_id === null ? null : await kinds.get(db, row.kind_id);
    return presentVisit(row, kind, await findDeposit(row));
  }

  async function findWaiting(row: AppointmentRow | undefined): Promise<WaitingPart> {
    const offer = row?.waiting_since ? await waiting.findRunning(row.id) : undefined;
    return {
      offer: offer ? presentOffer(offer) : null,
      waiting: row?.waiting_before ? { before: row.waiting_before } : null,
    };
  }

  /** After a change of what an appointment waits for. */
  async function presentWaiting(id: string, message: string): Promise<WaitingAnswer> {
    await times.settle();
    return {
      appointment: await present(id),
      ...(await findWaiting(await times.find(db, id))),
      message,
    };
  }

  return {
    async listKinds(): Promise<OfferedKinds> {
      const offered = (await kinds.list()).kinds.filter(({ machines }) => machines.length > 0);
      return { kinds: offered.map(presentKind) };
    },

    async listSlots({ kind, from, days }: SlotsQuery): Promise<FreeSlots> {
      const { machines, minutes } = await findOffered(kind);
      await times.settle();
      const dates = freeTimes.listDays(from, days);
      return { days: groupByDay(dates, await freeTimes.list({ machines, minutes }, dates)) };
    },

    /** Throws 409 where the time is taken, with the nearest free ones. */
    async book({ booking, kind: id, startsAt, channels }: CreateBooking, address: string) {
      const link = await links.find(booking);
      if (await findAppointment(link)) throw conflict(appointmentMessages.alreadyBooked());
      const kind = await findOffered(id);
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
      const appointment = await present(created);
      const isDue = appointment.deposit?.state === 'due';
      const message =
        appointment.heldUntil === null ? appointmentMessages.booked() : describeHold(isDue);
      const url = links.toLink(booking);
      const payment = isDue ? url + PAYMENT_PATH : null;
      return { appointment, link: url, payment, message } satisfies CreatedBooking;
    },

    async find(token: string): Promise<FoundBooking> {
      const link = await links.find(token);
      const row = await findAppointment(link);
      const referral =
        link.referral_id === null ? null : await links.findReferral(link.referral_id);
      const examination = (referral?.examination ?? null) as ReferredExamination | null;
      return {
        appointment: row ? await present(row.id) : null,
        examination,
        canConfirm:
          row !== undefined &&
          row.held_until !== null &&
          row.deposit === null &&
          link.can_confirm === 1,
        ...(await findChannels(link, row)),
        ...(await findWaiting(row)),
      };
    },

    /** Throws 409 where the link was not sent to the patient, or the time gave way and is taken by now. */
    async confirm(token: string, address: string): Promise<BookingAnswer> {
      const link = await links.find(token);
      const row = await findAppointment(link);
      if (!row) throw notFound(appointmentMessages.linkEnded());
      const { id, referral_id } = row;
      if (row.held_until !== null) {
        if (row.deposit !== null) throw conflict(depositMessages.payFirst());
        if (link.can_confirm === 0) throw conflict(appointmentMessages.confirmByMessage());
        const slot = { ...presentTime(row), isPublic: true };
        await change(deps, { id, action: 'confirm', address }, async (tx) => {
          if (referral_id === null) await times.confirm(tx, row);
          else await moves.book(tx, null, referral_id, slot);
        });
      }
      return { appointment: await present(id), message: appointmentMessages.booked() };
    },

    /** No more messages about the appointment. */
    async stop(token: string, address: string): Promise<BookingAnswer> {
      const { id } = await getAppointment(token);
      await change(deps, { id, action: 'stop', address }, (tx) => times.stop(tx, id));
      return { appointment: await present(id), message: appointmentMessages.stopped() };
    },

    async move(token: string, startsAt: string, address: string): Promise<BookingAnswer> {
      const row = await getAppointment(token);
      if (row.status === 'cancelled') throw conflict(appointmentMessages.moved());
      const { _id: id, minutes, device: own, kind } = presentTime(row);
      const machines = kind === null ? [own] : (await kinds.get(db, kind)).machines;
      const request = { machines, minutes, startsAt, except: id };
      await freeTimes.take(request, (device) =>
        change(deps, { id, action: 'change', address }, (tx) =>
          moveTo(deps, tx, row, { kind, device, startsAt, minutes }),
        ),
      );
      const message =
        row.status === 'held' ? describeHold(row.deposit !== null) : appointmentMessages.booked();
      return { appointment: await present(id), message };
    },

    /** A deposit goes back if it is cancelled in time. */
    async cancel(token: string, address: string) {
      const row = await getAppointment(token);
      const { id, referral_id, status } = row;
      await change(deps, { id, action: 'delete', address }, async (tx) => {
        if (!deposits.isRefundable(row)) {
          await times.lockAppointment(tx, id);
          await deposits.retain(tx, id);
        }
        if (status === 'booked' && referral_id !== null) await moves.unbook(tx, null, referral_id);
        else if (!(await times.free(tx, row, 'cancelled')))
          throw conflict(appointmentMessages.moved());
      });
      const state = (await findDeposit((await times.find(db, id)) ?? row))?.state;
      const message =
        state === 'refunding'
          ? depositMessages.cancelledInTime()
          : state === 'retained'
            ? depositMessages.cancelledLate()
            : appointmentMessages.cancelled();
      return { message };
    },

    /** Opens the page on which the deposit is paid. */
    async pay(token: string) {
      const returnUrl = `${links.toLink(token)}?paid=1`;
      return payments.begin(await getAppointment(token), returnUrl);
    },

    /** After the browser has returned from the payment page: the callback may be on its way. */
    async checkPayment(token: string): Promise<void> {
      const { appointment_id: id } = await links.find(token);
      if (id !== null) await payments.checkOf(id);
    },

    /** Whether the deposit of an appointment that has ended goes back. */
    async isRefunded(token: string): Promise<boolean> {
      const { appointment_id: id } = await links.find(token);
      const row = id === null ? undefined : await times.find(db, id);
      const state = row?.status === 'cancelled' ? (await findDeposit(row))?.state : undefined;
      return state === 'refunding' || state === 'refunded' || state === 'refund-failed';
    },

    /** Whether a deposit goes back if the patient cancels now. */
    isRefundable: (startsAt: string): boolean => deposits.isRefundable({ starts_at: startsAt }),

    /** Freed times before `before` are offered. Throws 409 before the confirmation. */
    async wait(token: string, { before }: WaitForEarlier, address: string): Promise<WaitingAnswer> {
      const row = await getAppointment(token);
      if (row.status !== 'booked') throw conflict(appointmentMessages.confirmByMessage());
      const { id, starts_at } = row;
      await change(deps, { id, action: 'wait', address }, (tx) =>
        waiting.join(tx, row, before === null ? starts_at : toInstant(before)),
      );
      return presentWaiting(id, appointmentMessages.waiting());
    },

    async stopWaiting(token: string, address: string): Promise<WaitingAnswer> {
      const { id } = await getAppointment(token);
      await change(deps, { id, action: 'stop-waiting', address }, (tx) => waiting.leave(tx, id));
      return presentWaiting(id, appointmentMessages.notWaiting());
    },

    /** Moves the appointment to the offered time. Throws 409 where the offer is over or was taken. */
    async take(token: string, offerId: string, address: string): Promise<WaitingAnswer> {
      const row = await getAppointment(token);
      const { id, kind_id: kind } = row;
      const offer = await waiting.findOffer(offerId);
      if (offer?.appointment_id !== id) throw notFound(appointmentMessages.offerMissing());
      if ((await waiting.findRunning(id))?.id !== offerId)
        throw conflict(appointmentMessages.offerEnded());
      const { device_id: device, starts_at: startsAt, ends_at } = offer;
      const minutes = (Date.parse(ends_at) - Date.parse(startsAt)) / MINUTE;
      await change(deps, { id, action: 'take', address }, async (tx) => {
        await moveTo(deps, tx, row, { kind, device, startsAt, minutes });
        await waiting.take(tx, offer);
      });
      return presentWaiting(id, appointmentMessages.booked());
    },

    /** iCalendar. The summary does not name the examination: others see calendars. */
    async writeCalendar(token: string): Promise<string> {
      const { id } = await getAppointment(token);
      const { startsAt, minutes, ...visit } = await present(id);
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

const describeHold = (needsDeposit: boolean): string =>
  needsDeposit ? depositMessages.held() : appointmentMessages.held();

/** An instant, or the beginning of a day in Baku. */
const toInstant = (text: string): string =>
  text.includes('T') ? iso(Date.parse(text)) : startOfDay(Temporal.PlainDate.from(text));

/** Another time of an appointment; a held one stays held. */
async function moveTo(
  { times, moves }: Pick<Deps, 'times' | 'moves'>,
  tx: Db,
  { id, referral_id, status }: AppointmentRow,
  time: Omit<Slot, 'isPublic'>,
): Promise<void> {
  const slot = { ...time, isPublic: true };
  const keepsHold = status === 'held';
  if (keepsHold || referral_id === null) await times.move(tx, id, slot, { keepsHold });
  else await moves.book(tx, null, referral_id, slot);
}

/** A referral's link books its examination only. */
async function isAllowed(
  { links }: Deps,
  { referral_id }: BookingLink,
  { examination }: Kind,
): Promise<boolean> {
  if (referral_id === null) return true;
  return (await links.findReferral(referral_id))?.examination === examination;
}

/** Runs a change with its audit row. */
async function change(
  { db, audit }: Pick<Deps, 'db' | 'audit'>,
  { id, ...entry }: { id: string; action: string; address: string },
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await work(tx);
    const about = { object: 'appointment', objectId: id, result: 'ok' } as const;
    await audit.recordEntry(tx, { ...entry, ...about });
  });
}
