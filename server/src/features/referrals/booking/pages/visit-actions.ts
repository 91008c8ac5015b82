import type { FoundBooking, Visit } from '@deqiq/contract/referrals/booking/booking.ts';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { patientChannels } from '@deqiq/contract/referrals/booking/patient-channels.ts';
import * as texts from '@deqiq/messages/referrals/booking-pages.js';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { formatFullMoment, formatTime } from '../../../../platform/http/pages/moments.ts';
import { MINUTE } from '../../../../platform/time.ts';

/** Of forms below the page of a link. */
export const actionPaths = {
  cancel: '/legv',
  confirm: '/tesdiq',
  take: '/teklif',
  wait: '/gozle',
  stopWaiting: '/gozleme',
  stop: '/mesajsiz',
} as const;

interface Action {
  readonly path: string;
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that changes something: programs that follow links of messages do not press it. */
function actionForm(token: string, { path, label, isQuiet, fields = {} }: Action): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${BOOKING_PATH}${escapeHtml(token)}${path}">${inputs.join('')}
<button class="button${isQuiet ? ' quiet' : ''}">${escapeHtml(label)}</button></form>`;
}

/** For how long a time is held, and how it is confirmed. */
export function heldSection(
  token: string,
  heldUntil: string,
  { canConfirm, now }: { readonly canConfirm: boolean; readonly now: number },
): string {
  const count = Math.max(1, Math.ceil((Date.parse(heldUntil) - now) / MINUTE));
  const confirm = canConfirm
    ? actionForm(token, { path: actionPaths.confirm, label: texts.confirm() })
    : `<p>${escapeHtml(texts.heldHint())}</p>`;
  return `<p role="status">${escapeHtml(texts.heldText({ count }))}</p>${confirm}`;
}

/** An earlier time that is offered. */
export function offerSection(token: string, { offer }: Pick<FoundBooking, 'offer'>): string {
  if (!offer) return '';
  const { _id, startsAt, expiresAt } = offer;
  const moment = formatFullMoment(startsAt);
  const text = texts.offerText({ moment, until: formatTime(expiresAt) });
  const take = { path: actionPaths.take, label: texts.takeOffer(), fields: { offer: _id } };
  return `<section class="notice" aria-labelledby="offer"><h2 id="offer">${escapeHtml(texts.offerTitle())}</h2>
<p>${escapeHtml(text)}</p>${actionForm(token, take)}</section>`;
}

/** Whether the patient wants an earlier time, and messages. */
export function wishesSection(
  token: string,
  { waiting, channels }: Omit<FoundBooking, 'appointment'>,
): string {
  const wait = waiting
    ? { path: actionPaths.stopWaiting, label: texts.stopWaiting(), isQuiet: true }
    : { path: actionPaths.wait, label: texts.wait(), isQuiet: true };
  const agreed = patientChannels.filter((channel) => channels[channel]);
  const names = agreed.map((channel) => channelNames[channel]());
  const stop = { path: actionPaths.stop, label: texts.stopMessages(), isQuiet: true };
  const reminders =
    names.length > 0
      ? `<p>${escapeHtml(texts.remindersText({ channels: names.join(', ') }))}</p>${actionForm(token, stop)}`
      : '';
  return `<section class="wishes"><p>${escapeHtml(waiting ? texts.waiting() : texts.waitText())}</p>
${actionForm(token, wait)}${reminders}</section>`;
}

const channelNames = { email: texts.byEmail, sms: texts.bySms, whatsapp: texts.byWhatsapp };

/** The channels of reminders to which a visitor may agree. */
export function consentFields(offered: FoundBooking['offeredChannels']): string {
  const boxes = patientChannels
    .filter((channel) => offered[channel])
    .map(
      (channel) =>
        `<label class="check"><input type="checkbox" name="${channel}" value="true"> ${escapeHtml(channelNames[channel]())}</label>`,
    );
  if (boxes.length === 0) return '';
  return `<fieldset><legend>${escapeHtml(texts.remindMe())}</legend>${boxes.join('')}</fieldset>`;
}

/** The title of an appointment. */
export function visitTitle({ heldUntil, deposit }: Visit): string {
  if (heldUntil === null) return texts.bookedTitle();
  return deposit?.state === 'due' ? texts.depositTitle() : texts.heldTitle();
}
