import {
  createBooking,
  type FoundBooking,
  slotsQuery,
} from '@deqiq/contract/referrals/booking/booking.ts';
import { BOOKING_PATH, PAYMENT_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import type { OfferedKind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as texts from '@deqiq/messages/referrals/booking-pages.js';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../../platform/http/app-types.ts';
import { pageHeaders } from '../../../../platform/http/pages/page-shell.ts';
import { privatePages } from '../../../../platform/http/pages/private-pages.ts';
import type { BookingService } from '../booking.service.ts';
import { isDue, paymentFormPage, returnedPage } from './deposit-parts.ts';
import { kindsPage, timesPage } from './times-page.ts';
import { actionPaths } from './visit-actions.ts';
import { cancelledPage, cancelPage, errorPage, visitPage } from './visit-page.ts';

/** The offer of a button; what means nothing is an unknown one. */
const takeOffer = z.object({ offer: z.string().catch('') });

interface Params {
  readonly token: string;
}

interface Link extends FoundBooking {
  readonly token: string;
  readonly kinds: readonly OfferedKind[];
}

/** Of the address; all are optional, and what means nothing is ignored. */
interface Query {
  readonly kind?: unknown;
  readonly from?: unknown;
  readonly move?: unknown;
  readonly cancel?: unknown;
  /** The browser comes from the payment page. */
  readonly paid?: unknown;
}

/** The pages behind a booking link: for people without an account, and browsers without JavaScript. */
export function bookingPagesRoutes(
  app: App,
  booking: BookingService,
  { now }: { readonly now: () => number },
): void {
  const options = privatePages(errorPage);
  const address = `${BOOKING_PATH}:token`;

  app.get<{ Params: Params; Querystring: Query }>(address, options, async (request, reply) => {
    const { token } = request.params;
    const { kind: id, from, move, cancel, paid } = request.query;
    reply.headers(pageHeaders);
    const isReturning = paid !== undefined;
    if (isReturning) await booking.checkPayment(token);
    if (await booking.isRefunded(token)) return returnedPage();
    const link = await read(booking, token);
    const { appointment, kinds } = link;
    if (appointment && cancel !== undefined) {
      const isRefundable = booking.isRefundable(appointment.startsAt);
      return cancelPage(token, appointment, { isRefundable });
    }
    if (appointment?.kind && move !== undefined)
      return showTimes(booking, link, { kind: appointment.kind, from });
    if (appointment) return visitPage(token, { ...link, appointment, now: now(), isReturning });
    const kind = kinds.length === 1 ? kinds[0] : kinds.find(({ _id }) => _id === id);
    return kind ? showTimes(booking, link, { kind, from }) : kindsPage({ token, kinds });
  });

  app.post<{ Params: Params }>(address, options, async (request, reply) => {
    const { token } = request.params;
    const body: object = { ...(request.body as object | null) };
    const sent = createBooking.safeParse({ ...body, booking: token, channels: body });
    if (!sent.success) return reply.redirect(BOOKING_PATH + token, 303);
    try {
      const { appointment } = await booking.find(token);
      if (appointment) await booking.move(token, sent.data.startsAt, request.ip);
      else await booking.book(sent.data, request.ip);
    } catch (error) {
      // The time was taken meanwhile, or this address or telephone has booked too many: the others are shown.
      if (!(error instanceof AppError && (error.status === 409 || error.status === 429)))
        throw error;
      const link = await read(booking, token);
      const kind = link.kinds.find(({ _id }) => _id === sent.data.kind);
      if (!kind) throw notFound(error.message);
      const day = sent.data.startsAt.slice(0, 10);
      return reply
        .code(error.status)
        .headers(pageHeaders)
        .send(await showTimes(booking, link, { kind, from: day, error: error.message }));
    }
    return reply.redirect(BOOKING_PATH + token, 303);
  });

  app.get<{ Params: Params }>(address + PAYMENT_PATH, options, async (request, reply) => {
    const { token } = request.params;
    const link = await read(booking, token);
    const { appointment } = link;
    if (!appointment || !isDue(link)) return reply.redirect(BOOKING_PATH + token, 303);
    const payment = await booking.pay(token);
    if (payment.kind === 'redirect') return reply.redirect(payment.url, 303);
    if (payment.kind === 'form') {
      const { headers, page } = paymentFormPage(payment);
      return reply.headers(headers).send(page);
    }
    const shown = { ...link, appointment, now: now(), error: texts.paymentFailed() };
    return reply.code(503).headers(pageHeaders).send(visitPage(token, shown));
  });

  /** A button of the page: where it comes too late, the page says so. */
  function addAction(path: string, work: (request: FastifyRequest<{ Params: Params }>) => unknown) {
    app.post<{ Params: Params }>(address + path, options, async (request, reply) => {
      const { token } = request.params;
      try {
        await work(request);
      } catch (error) {
        if (!(error instanceof AppError && error.status === 409)) throw error;
        const link = await read(booking, token);
        const { appointment } = link;
        if (!appointment) throw error;
        const shown = { ...link, appointment, now: now(), error: error.message };
        return reply.code(409).headers(pageHeaders).send(visitPage(token, shown));
      }
      return reply.redirect(BOOKING_PATH + token, 303);
    });
  }

  addAction(actionPaths.confirm, ({ params, ip }) => booking.confirm(params.token, ip));
  addAction(actionPaths.wait, ({ params, ip }) => booking.wait(params.token, { before: null }, ip));
  addAction(actionPaths.stopWaiting, ({ params, ip }) => booking.stopWaiting(params.token, ip));
  addAction(actionPaths.stop, ({ params, ip }) => booking.stop(params.token, ip));
  addAction(actionPaths.take, ({ params, ip, body }) => {
    const { offer } = takeOffer.parse(body ?? {});
    return booking.take(params.token, offer, ip);
  });

  app.post<{ Params: Params }>(address + actionPaths.cancel, options, async (request, reply) => {
    const { message } = await booking.cancel(request.params.token, request.ip);
    return reply.headers(pageHeaders).send(cancelledPage(message));
  });
}

/** The appointment behind a link, and the kinds that the link may book. */
async function read(booking: BookingService, token: string): Promise<Link> {
  const found = await booking.find(token);
  const { examination } = found;
  const { kinds } = await booking.listKinds();
  return {
    ...found,
    token,
    // The link of a referral needs no deposit.
    kinds:
      examination === null
        ? kinds
        : kinds
            .filter((kind) => kind.examination === examination)
            .map((kind) => ({ ...kind, deposit: null })),
  };
}

/** The times of a kind, beginning with a day; those of today where the day means nothing. */
async function showTimes(
  booking: BookingService,
  { token, appointment, kinds, offeredChannels: channels }: Link,
  { kind, from, error }: { kind: OfferedKind; from?: unknown; error?: string },
): Promise<string> {
  const query = slotsQuery.safeParse({ kind: kind._id, from });
  const wanted = query.success ? query.data : slotsQuery.parse({ kind: kind._id });
  const { days } = await booking.listSlots(wanted);
  const isMove = appointment !== null;
  return timesPage({ token, kind, kinds, isMove, days, from: wanted.from, error, channels });
}
