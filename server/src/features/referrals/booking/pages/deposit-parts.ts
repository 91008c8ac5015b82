import type { FoundBooking, Visit } from '@deqiq/contract/referrals/booking/booking.ts';
import { BOOKING_PATH, PAYMENT_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { REFUND_HOURS } from '@deqiq/contract/referrals/booking/deposits.ts';
import type { OfferedKind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { formatManat } from '@deqiq/contract/shared/money.ts';
import * as texts from '@deqiq/messages/referrals/booking-pages.js';
import { escapeHtml } from '../../../../platform/http/html.ts';
import { callLink, createPage, pageHeaders } from '../../../../platform/http/pages/page-shell.ts';
import type { Begun } from '../../../../platform/payment-pages/payment-page.ts';
import { MINUTE } from '../../../../platform/time.ts';

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const rule = (): string =>
  paragraph(`${texts.depositPart()} ${texts.depositRule({ hours: REFUND_HOURS })}`);

/** Before a time is selected: how much, and what happens to it. */
export function depositNotice({ deposit }: Pick<OfferedKind, 'deposit'>): string {
  if (deposit === null) return '';
  return paragraph(texts.depositNeeded({ amount: formatManat(deposit) })) + rule();
}

/** A held time that is booked by a payment. */
export function dueSection(
  token: string,
  { heldUntil, deposit }: Visit,
  { now, isReturning }: { readonly now: number; readonly isReturning: boolean },
): string {
  if (heldUntil === null || deposit?.state !== 'due') return '';
  const count = Math.max(1, Math.ceil((Date.parse(heldUntil) - now) / MINUTE));
  const amount = formatManat(deposit.amount);
  const status = isReturning ? texts.notPaidYet() : texts.depositHeld({ count });
  return `<p role="status">${escapeHtml(status)}</p>
${rule()}
<a class="button" href="${BOOKING_PATH}${escapeHtml(token)}${PAYMENT_PATH}">${escapeHtml(texts.payDeposit({ amount }))}</a>`;
}

/** The deposit among the facts of an appointment. */
export function depositFact({ deposit }: Visit): readonly [string, string] | undefined {
  if (!deposit || deposit.state === 'due') return undefined;
  const amount = formatManat(deposit.amount);
  const text = deposit.state === 'paid' ? texts.depositPaid({ amount }) : `${amount} AZN`;
  return [texts.deposit(), escapeHtml(text)];
}

/** Before an appointment is cancelled: whether the deposit goes back. */
export function cancelNotice(
  { deposit }: Visit,
  { isRefundable }: { readonly isRefundable: boolean },
): string {
  if (deposit?.state !== 'paid') return '';
  const amount = formatManat(deposit.amount);
  return paragraph(
    isRefundable
      ? texts.cancelRefund({ amount })
      : texts.cancelLate({ amount, hours: REFUND_HOURS }),
  );
}

/** For a provider whose page takes a form: one more press. */
export function paymentFormPage({ action, fields }: Extract<Begun, { kind: 'form' }>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly page: string;
} {
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const policy = pageHeaders['content-security-policy'];
  return {
    headers: {
      ...pageHeaders,
      'content-security-policy': policy.replace(
        "form-action 'self'",
        `form-action ${new URL(action).origin}`,
      ),
    },
    page: createPage(
      texts.depositTitle(),
      `<main><h1>${escapeHtml(texts.depositTitle())}</h1>
<form method="post" action="${escapeHtml(action)}">${inputs.join('')}
<button class="button">${escapeHtml(texts.toPaymentPage())}</button></form></main>`,
    ),
  };
}

/** For the link of an appointment that has ended, and whose deposit goes back. */
export const returnedPage = (): string =>
  createPage(
    texts.returnedTitle(),
    `<main><h1>${escapeHtml(texts.returnedTitle())}</h1>${paragraph(texts.returnedText())}<p>${callLink()}</p>
<a class="button" href="/qeydiyyat">${escapeHtml(texts.reserveAgain())}</a></main>`,
  );

/** Whether a deposit is due for the appointment of a link. */
export const isDue = ({ appointment }: Pick<FoundBooking, 'appointment'>): boolean =>
  appointment?.deposit?.state === 'due';
