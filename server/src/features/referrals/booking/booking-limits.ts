import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { TooManyError } from '../../../platform/errors.ts';
import { clientNetwork } from '../../../platform/http/connections/address.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { HOUR, isoNow } from '../../../platform/time.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';

const PER_ADDRESS = { name: 'bookings an hour', max: 5, window: HOUR };

/** Open bookings of one telephone. */
const MAX_OF_PHONE = 2;

interface Deps {
  readonly enabled: boolean;
  readonly limits: Limits;
  readonly times: Pick<AppointmentTimesService, 'countOpen'>;
  readonly now: () => number;
}

export type BookingLimits = ReturnType<typeof bookingLimits>;

/** Bookings of the public, against bots that take all times. */
export function bookingLimits({ enabled, limits, times, now }: Deps) {
  const createError = (wait: number) =>
    new TooManyError(appointmentMessages.tooMany({ phone: clinicFacts().phone.text }), wait);

  return {
    /** Counts a booking of an address unless it fails. Throws 429. */
    async count<Result>(address: string, book: () => Promise<Result>): Promise<Result> {
      if (!enabled) return book();
      const key = clientNetwork(address).host;
      const counting = await limits.count([{ limit: PER_ADDRESS, key }]);
      if (!counting.isAllowed) throw createError(Math.max(...counting.waits));
      try {
        return await book();
      } catch (error) {
        await counting.undo();
        throw error;
      }
    },

    /** In the transaction of a booking. Throws 429. */
    async assertPhone(tx: Db, phone: string): Promise<void> {
      if (enabled && (await times.countOpen(tx, phone, isoNow(now))) >= MAX_OF_PHONE)
        throw createError(HOUR);
    },
  };
}
