import type { FoundBooking, Visit } from '@deqiq/contract/referrals/booking/booking.ts';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { googleDirections } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as texts from '@deqiq/messages/referrals/booking-pages.js';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { formatFullMoment, formatMoment } from '../../../../platform/http/pages/moments.ts';
import { callLink, createPage } from '../../../../platform/http/pages/page-shell.ts';
import { cancelNotice, depositFact, dueSection } from './deposit-parts.ts';
import { describeKind, inOwnLanguage } from './parts.ts';
import {
  actionPaths,
  heldSection,
  offerSection,
  visitTitle,
  wishesSection,
} from './visit-actions.ts';

interface Shown extends FoundBooking {
  readonly appointment: Visit;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly error?: string | undefined;
  /** Whether the browser comes from the payment page. */
  readonly isReturning?: boolean;
}

/** The appointment: when, where, how to prepare, and what can be changed. */
export function visitPage(
  token: string,
  { appointment: visit, error, isReturning = false, ...found }: Shown,
): string {
  const { heldUntil } = visit;
  const title = visitTitle(visit);
  const { kind, startsAt, place: location, preparation } = visit;
  const moment = formatFullMoment(startsAt);
  const prepare = inOwnLanguage(preparation);
  const facts = [
    [texts.when(), `<b>${escapeHtml(moment)}</b>`],
    kind && [texts.examination(), escapeHtml(`${inOwnLanguage(kind.name)}, ${describeKind(kind)}`)],
    [
      texts.place(),
      `${escapeHtml(location.address)}<br><a href="${escapeHtml(googleDirections(location))}" rel="noopener noreferrer" target="_blank">${escapeHtml(texts.directions())}</a>`,
    ],
    depositFact(visit),
    [texts.phone(), callLink()],
    prepare && [texts.preparation(), `<span class="lines">${escapeHtml(prepare)}</span>`],
  ].filter((fact) => Array.isArray(fact));
  const base = BOOKING_PATH + escapeHtml(token);
  const move = kind
    ? `<a class="button quiet" href="${base}?move=1">${escapeHtml(texts.move())}</a>`
    : '';
  const calendar = `<a class="button" href="/api/misc/booking/${escapeHtml(token)}/calendar.ics">${escapeHtml(texts.addToCalendar())}</a>`;
  const due = dueSection(token, visit, { now: found.now, isReturning });
  const first =
    heldUntil === null ? offerSection(token, found) : due || heldSection(token, heldUntil, found);
  return createPage(
    title,
    `<main>
<h1>${escapeHtml(title)}</h1>
${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
${first}
<dl>${facts.map(([name = '', value]) => `<dt>${escapeHtml(name)}</dt><dd>${value}</dd>`).join('')}</dl>
${due ? '' : calendar}
${move}
<a class="button quiet" href="${base}?cancel=1">${escapeHtml(texts.cancel())}</a>
${heldUntil === null ? wishesSection(token, found) : ''}
</main>`,
  );
}

/** The question before an appointment is cancelled. */
export function cancelPage(
  token: string,
  visit: Visit,
  options: { readonly isRefundable: boolean },
): string {
  const base = BOOKING_PATH + escapeHtml(token);
  return createPage(
    texts.cancelTitle(),
    `<main>
<h1>${escapeHtml(texts.cancelTitle())}</h1>
<p>${escapeHtml(texts.cancelText({ moment: formatMoment(visit.startsAt) }))}</p>
${cancelNotice(visit, options)}
<form method="post" action="${base}${actionPaths.cancel}">
<button class="button">${escapeHtml(texts.confirmCancel())}</button>
<a class="button quiet" href="${base}">${escapeHtml(texts.back())}</a>
</form>
</main>`,
  );
}

/** After the appointment was cancelled. */
export const cancelledPage = (title: string): string => message(title, texts.cancelledText());

/** For a link that has ended, and for what went wrong. */
export const errorPage = (status: number): string =>
  status === 404
    ? message(appointmentMessages.linkEnded(), texts.endedText())
    : message(texts.failedTitle(), texts.failedText());

const message = (title: string, text: string): string =>
  createPage(
    title,
    `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p>${callLink()}</p>
<a class="button" href="/qeydiyyat">${escapeHtml(texts.reserveAgain())}</a></main>`,
  );
