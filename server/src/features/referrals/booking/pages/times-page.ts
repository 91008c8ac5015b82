import type { FoundBooking, FreeSlots } from '@deqiq/contract/referrals/booking/booking.ts';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import type { OfferedKind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as texts from '@deqiq/messages/referrals/booking-pages.js';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { formatDay, formatTime, formatWeekday } from '../../../../platform/http/pages/moments.ts';
import { callLink, createPage } from '../../../../platform/http/pages/page-shell.ts';
import { DAY, iso } from '../../../../platform/time.ts';
import { depositNotice } from './deposit-parts.ts';
import { describeKind, inOwnLanguage } from './parts.ts';
import { consentFields } from './visit-actions.ts';

interface Choice {
  readonly token: string;
  /** Those that may be booked with the link. */
  readonly kinds: readonly OfferedKind[];
}

interface Times extends Choice {
  readonly kind: OfferedKind;
  /** The appointment gets another time: its kind stays. */
  readonly isMove: boolean;
  readonly days: FreeSlots['days'];
  /** The first of the days, if it is not today: YYYY-MM-DD. */
  readonly from: string | undefined;
  readonly error?: string | undefined;
  /** Channels of reminders that a new booking may have. */
  readonly channels: FoundBooking['offeredChannels'];
}

/** The first page: what is to be examined. */
export function kindsPage({ token, kinds }: Choice): string {
  const items = kinds.map(
    ({ _id, name, ...kind }) =>
      `<li><a class="choice" href="${BOOKING_PATH}${escapeHtml(token)}?kind=${encodeURIComponent(_id)}">${escapeHtml(inOwnLanguage(name))} <small>${escapeHtml(describeKind(kind))}</small></a></li>`,
  );
  const content =
    kinds.length === 0
      ? `<p>${escapeHtml(texts.noKinds())}</p><p>${callLink()}</p>`
      : `<p>${escapeHtml(texts.chooseKind())}</p><ul>${items.join('')}</ul>`;
  return createPage(
    texts.chooseTitle(),
    `<main><h1>${escapeHtml(texts.chooseTitle())}</h1>${content}</main>`,
  );
}

/** The free times of some days; one press books. */
export function timesPage(times: Times): string {
  const { token, kind, kinds, days, isMove, error } = times;
  const title = isMove ? texts.moveTitle() : texts.chooseTitle();
  const other =
    !isMove && kinds.length > 1
      ? ` <a href="${BOOKING_PATH}${escapeHtml(token)}">${escapeHtml(texts.otherKind())}</a>`
      : '';
  const open = days.filter(({ slots }) => slots.length > 0);
  return createPage(
    title,
    `<main>
<h1>${escapeHtml(title)}</h1>
<p><b>${escapeHtml(inOwnLanguage(kind.name))}</b>, ${escapeHtml(describeKind(kind))}.${other}</p>
${isMove ? '' : depositNotice(kind)}
${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post" action="${BOOKING_PATH}${escapeHtml(token)}">
<input type="hidden" name="kind" value="${escapeHtml(kind._id)}">
${isMove || open.length === 0 ? '' : consentFields(times.channels)}
${open.map(daySection).join('\n')}
</form>
${open.length === 0 ? `<p>${escapeHtml(texts.noTimes())}</p>` : ''}
${otherDays(times)}
<p>${callLink()}</p>
</main>`,
  );
}

function daySection({ date, slots }: FreeSlots['days'][number]): string {
  const [first = ''] = slots;
  const buttons = slots.map(
    (slot) => `<button name="startsAt" value="${escapeHtml(slot)}">${formatTime(slot)}</button>`,
  );
  return `<section aria-labelledby="d${date}"><h2 id="d${date}">${escapeHtml(`${formatWeekday(first)}, ${formatDay(first)}`)}</h2>
<div class="times">${buttons.join('')}</div></section>`;
}

/** Links to the days before and after. */
function otherDays({ token, kind, days, from, isMove }: Times): string {
  const first = days.at(0)?.date;
  const last = days.at(-1)?.date;
  if (first === undefined || last === undefined) return '';
  const link = (text: string, start: string) => {
    const query = new URLSearchParams({
      ...(isMove ? { move: '1' } : { kind: kind._id }),
      from: start,
    });
    return `<a class="button quiet" href="${BOOKING_PATH}${escapeHtml(token)}?${escapeHtml(String(query))}">${escapeHtml(text)}</a>`;
  };
  const shift = (date: string, count: number) => iso(Date.parse(date) + count * DAY).slice(0, 10);
  return `<p>${from ? link(texts.earlier(), shift(first, -days.length)) : ''}${link(texts.later(), shift(last, 1))}</p>`;
}
