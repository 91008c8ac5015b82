import type { CheckupsService } from '../features/examinations/checkups/checkups.service.ts';
import { devicesService } from '../features/machines/devices/devices.service.ts';
import { appointmentTimesService } from '../features/referrals/appointment-times/appointment-times.service.ts';
import { appointmentsService } from '../features/referrals/appointments/appointments.service.ts';
import { bookingService } from '../features/referrals/booking/booking.service.ts';
import { bookingLimits } from '../features/referrals/booking/booking-limits.ts';
import { freeTimes } from '../features/referrals/booking/free-times.ts';
import { depositPaymentsService } from '../features/referrals/deposit-payments/deposit-payments.service.ts';
import { depositsService } from '../features/referrals/deposits/deposits.service.ts';
import { kindsService } from '../features/referrals/kinds/kinds.service.ts';
import { openingHoursService } from '../features/referrals/opening-hours/opening-hours.service.ts';
import { patientsService } from '../features/referrals/patients/patients.service.ts';
import { referralMovesService } from '../features/referrals/referrals/referral-moves.service.ts';
import { referralsService } from '../features/referrals/referrals/referrals.service.ts';
import { waitingListService } from '../features/referrals/waiting-list/waiting-list.service.ts';
import type { Core } from './core.ts';
import type { Imaging } from './imaging.ts';
import type { Notifications } from './notifications.ts';
import type { People } from './people.ts';

export type Appointments = ReturnType<typeof createAppointments>;
export type Referrals = ReturnType<typeof createReferrals>;

/** The X-ray machines, their hours and appointments, and the steps of the referrals that these belong to. */
export function createAppointments(core: Core, messages: Notifications) {
  const { config, db, versions, jobs, secret, audit, now, paymentPage: page } = core;
  const { notifications, patientMessages, bookingLinks: links } = messages;
  const { intakeKey } = config;
  const machines = devicesService({ db, versions, audit, secret, intakeKey, now });
  const hours = openingHoursService({ db, versions, devices: machines, audit });
  const waitingList = waitingListService({ db, jobs, hours, messages: patientMessages, now });
  const deposits = depositsService({ db, jobs, page, messages: patientMessages, now });
  const times = appointmentTimesService({
    db,
    jobs,
    messages: patientMessages,
    waiting: waitingList,
    deposits,
    isLimited: config.rateLimits,
    now,
  });
  const moves = referralMovesService({ db, times, notifications, audit, now });
  const kinds = kindsService({
    db,
    versions,
    devices: machines,
    hasPaymentPage: page !== undefined,
    audit,
    now,
  });
  const depositPayments = depositPaymentsService({
    db,
    jobs,
    page,
    deposits,
    times,
    moves,
    links,
    messages: patientMessages,
    audit,
    isLimited: core.isLimited,
    siteUrl: core.siteUrl,
    now,
  });
  return { machines, hours, waitingList, deposits, times, moves, kinds, depositPayments };
}

/** Patients and their referrals, whose appointments the desk or the patients themselves make. */
export function createReferrals(
  core: Core,
  people: People,
  messages: Notifications,
  images: Imaging,
  calendar: Appointments,
  checkups: CheckupsService,
) {
  const { db, versions, secret, audit, now } = core;
  const { notifications, patientMessages, bookingLinks: links } = messages;
  const { pictures, imaging, files } = images;
  const { machines: devices, hours, deposits, times, moves, kinds } = calendar;
  const patients = patientsService({ db, versions, secret, audit, now });
  return {
    patients,
    referrals: referralsService({
      db,
      versions,
      moves,
      times,
      kinds,
      links,
      partners: people.partners,
      staff: people.staff,
      patients,
      checkups,
      pictures,
      imaging,
      files,
      notifications,
      audit,
      now,
    }),
    appointments: appointmentsService({
      db,
      versions,
      times,
      moves,
      kinds,
      patients,
      deposits,
      audit,
      now,
    }),
    booking: bookingService({
      db,
      kinds,
      times,
      moves,
      links,
      messages: patientMessages,
      waiting: calendar.waitingList,
      deposits,
      payments: calendar.depositPayments,
      freeTimes: freeTimes({ hours, devices, times, now }),
      limits: bookingLimits({ ...core.isLimited, times, now }),
      audit,
      now,
    }),
  };
}
