import { bookingEndpoints } from '@deqiq/contract/referrals/booking/booking.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { BookingService } from './booking.service.ts';

export function bookingRoutes(app: App, booking: BookingService): void {
  const route = router(app, bookingEndpoints, 'booking');
  const config = { access: 'public' } as const;

  route('GET /api/misc/booking/kinds', { config }, () => booking.listKinds());

  route('GET /api/misc/booking/slots', { config }, (request) => booking.listSlots(request.query));

  route('POST /api/misc/booking', { config }, (request) => booking.book(request.body, request.ip));

  route('GET /api/misc/booking/:token', { config }, (request) =>
    booking.find(request.params.token),
  );

  route('POST /api/misc/booking/:token/confirm', { config }, (request) =>
    booking.confirm(request.params.token, request.ip),
  );

  route('POST /api/misc/booking/:token/stop', { config }, (request) =>
    booking.stop(request.params.token, request.ip),
  );

  route('POST /api/misc/booking/:token/move', { config }, (request) =>
    booking.move(request.params.token, request.body.startsAt, request.ip),
  );

  route('POST /api/misc/booking/:token/cancel', { config }, (request) =>
    booking.cancel(request.params.token, request.ip),
  );

  route('POST /api/misc/booking/:token/waiting', { config }, (request) =>
    booking.wait(request.params.token, request.body, request.ip),
  );

  route('DELETE /api/misc/booking/:token/waiting', { config }, (request) =>
    booking.stopWaiting(request.params.token, request.ip),
  );

  route('POST /api/misc/booking/:token/offers/:offer/take', { config }, (request) =>
    booking.take(request.params.token, request.params.offer, request.ip),
  );

  route('GET /api/misc/booking/:token/calendar.ics', { config }, async (request, reply) => {
    const calendar = await booking.writeCalendar(request.params.token);
    return reply.header('content-type', 'text/calendar; charset=utf-8').send(calendar);
  });
}
