import { done } from '../../people/auth.ts';
import { defineEndpoints } from '../../shared/endpoint.ts';
import {
  bookingAnswer,
  bookingConflict,
  byOffer,
  byToken,
  createBooking,
  createdBooking,
  foundBooking,
  freeSlots,
  moveBooking,
  offeredKinds,
  slotsQuery,
  waitForEarlier,
  waitingAnswer,
} from './booking.ts';

export const bookingEndpoints = defineEndpoints({
  'GET /api/misc/booking/kinds': { answer: offeredKinds },
  'GET /api/misc/booking/slots': { query: slotsQuery, answer: freeSlots },
  'POST /api/misc/booking': {
    body: createBooking,
    answer: createdBooking,
    conflict: bookingConflict,
  },
  'GET /api/misc/booking/:token': { params: byToken, answer: foundBooking },
  'POST /api/misc/booking/:token/confirm': { params: byToken, answer: bookingAnswer },
  'POST /api/misc/booking/:token/stop': { params: byToken, answer: bookingAnswer },
  'POST /api/misc/booking/:token/move': {
    params: byToken,
    body: moveBooking,
    answer: bookingAnswer,
    conflict: bookingConflict,
  },
  'POST /api/misc/booking/:token/cancel': { params: byToken, answer: done },
  'POST /api/misc/booking/:token/waiting': {
    params: byToken,
    body: waitForEarlier,
    answer: waitingAnswer,
  },
  'DELETE /api/misc/booking/:token/waiting': { params: byToken, answer: waitingAnswer },
  'POST /api/misc/booking/:token/offers/:offer/take': { params: byOffer, answer: waitingAnswer },
  'GET /api/misc/booking/:token/calendar.ics': { params: byToken, answer: 'bytes' },
});
