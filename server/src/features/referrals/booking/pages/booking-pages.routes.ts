import { createBooking, type FoundBooking, slotsQuery } from '@deqiq/contract/referrals/booking.ts';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking-path.ts';
import type { OfferedKind } from '@deqiq/contract/referrals/kinds.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../../platform/http/app-types.ts';
import { pageHeaders } from '../../../../platform/http/pages/page-shell.ts';
import { privatePages } from '../../../../platform/http/pages/private-pages.ts';
import type { BookingService } from '../booking.service.ts';
import { kindsPage, timesPage } from './times-page.ts';
import { cancelledPage, cancelPage, errorPage, visitPage } from './visit-page.ts';

interface Params {
  readonly token: string;
}

interface Link {
  readonly token: string;
  readonly appointment: FoundBooking['appointment'];
  readonly kinds: readonly OfferedKind[];
}

/** Of the address; all are optional, and what means nothing is ignored. */
interface Query {
  readonly kind?: unknown;
  readonly from?: unknown;
  readonly move?: unknown;
  readonly cancel?: unknown;
}

/** The pages behind a booking link: for people without an account, and browsers without JavaScript. */
export function bookingPagesRoutes(app: App, booking: BookingService): void {
  const options = privatePages(errorPage);
  const address = `${BOOKING_PATH}:token`;

  /** The appointment behind a link, and the kinds that the link may book. */
  async function read(token: string): Promise<Link> {
    const { appointment, examination } = await booking.find(token);
    const { kinds } = await booking.listKinds();
    return {
      token,
      appointment,
      kinds: kinds.filter((kind) => examination === null || kind.examination === examination),
    };
  }

  /** The times of a kind, beginning with a day; those of today where the day means nothing. */
  async function showTimes(
    { token, appointment, kinds }: Link,
    { kind, from, error }: { kind: OfferedKind; from?: unknown; error?: string },
  ): Promise<string> {
    const query = slotsQuery.safeParse({ kind: kind._id, from });
    const wanted = query.success ? query.data : slotsQuery.parse({ kind: kind._id });
    const { days } = await booking.listSlots(wanted);
    const isMove = appointment !== null;
    return timesPage({ token, kind, kinds, isMove, days, from: wanted.from, error });
  }

  app.get<{ Params: Params; Querystring: Query }>(address, options, async (request, reply) => {
    const { token } = request.params;
    const { kind: id, from, move, cancel } = request.query;
    reply.headers(pageHeaders);
    const link = await read(token);
    const { appointment, kinds } = link;
    if (appointment && cancel !== undefined) return cancelPage(token, appointment);
    if (appointment?.kind && move !== undefined)
      return showTimes(link, { kind: appointment.kind, from });
    if (appointment) return visitPage(token, appointment);
    const kind = kinds.length === 1 ? kinds[0] : kinds.find(({ _id }) => _id === id);
    return kind ? showTimes(link, { kind, from }) : kindsPage({ token, kinds });
  });

  app.post<{ Params: Params }>(address, options, async (request, reply) => {
    const { token } = request.params;
    const sent = createBooking.safeParse({ ...(request.body as object | null), booking: token });
    if (!sent.success) return reply.redirect(BOOKING_PATH + token, 303);
    try {
      const { appointment } = await booking.find(token);
      if (appointment) await booking.move(token, sent.data.startsAt, request.ip);
      else await booking.book(sent.data, request.ip);
    } catch (error) {
      // The time was taken meanwhile, or this address or telephone has booked too many: the others are shown.
      if (!(error instanceof AppError && (error.status === 409 || error.status === 429)))
        throw error;
      const link = await read(token);
      const kind = link.kinds.find(({ _id }) => _id === sent.data.kind);
      if (!kind) throw notFound(error.message);
      const day = sent.data.startsAt.slice(0, 10);
      return reply
        .code(error.status)
        .headers(pageHeaders)
        .send(await showTimes(link, { kind, from: day, error: error.message }));
    }
    return reply.redirect(BOOKING_PATH + token, 303);
  });

  app.post<{ Params: Params }>(`${address}/legv`, options, async (request, reply) => {
    await booking.cancel(request.params.token, request.ip);
    return reply.headers(pageHeaders).send(cancelledPage());
  });
}
