import type { Payment } from '@deqiq/contract/office/payments.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../api/http/query.ts';
import {
  answer,
  firstRow,
  openSection,
  paymentOf,
  readError,
} from '../../../testing/admin/admin.tsx';
import { later, type Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/payments';

/** One payment on a server that remembers what becomes of it. */
function open(part: Partial<Payment> = {}, reply?: Promise<Reply>) {
  let payment = paymentOf(part);
  const settled = (status: 'completed' | 'rejected') => async () => {
    const answered = (await reply) ?? { body: {} };
    if (!answered.status) payment = { ...payment, status };
    return answered;
  };
  return openSection('payments', {
    [`GET ${PATH}`]: () => ({ body: { payments: [payment], totalPages: 1 } }),
    [`PATCH ${PATH}/confirm/pay1`]: settled('completed'),
    [`PATCH ${PATH}/reject/pay1`]: settled('rejected'),
  });
}

const status = async () => (await firstRow()).cells[5];

test.each([
  ['completed', 'Completed'],
  ['rejected', 'Rejected'],
  ['on hold', 'Other'],
])('a payment that is %s reads %s and has no actions', async (is, text) => {
  open({ status: is as 'completed' });
  expect(await status()).toBe(text);
  expect((await firstRow()).buttons).toEqual([]);
});

test('the requested gift is shown below the amount', async () => {
  open({ gift: 'pen', amount: 1234.5 });
  expect((await firstRow()).cells[4]).toBe('1.234,50 AZNQələm');
});

test.each([
  ['Confirm', 'Payment confirmed', 'Completed', 'ödənişi təsdiqlənəcək'],
  ['Reject', 'Payment rejected', 'Rejected', 'ödənişi rədd ediləcək'],
])(
  '%s is asked about, and said and shown before the answer',
  async (act_, message, text, question) => {
    const reply = later<Reply>();
    const { sent, user } = open({}, reply.promise);
    await user.click(await screen.findByRole('button', { name: act_ }));
    expect(await answer(user, 'Bəli')).toContain(`Aygün Məmmədova — 1,00 AZN ${question}`);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await status()).toBe(text);
    expect((await firstRow()).buttons).toEqual([]);
    // A poll that still returns the old state changes nothing.
    await act(() => queryClient.refetchQueries({ queryKey: ['admin', 'payments'] }));
    expect(await status()).toBe(text);
    reply.resolve({ body: {} });
    await waitFor(() => expect(sent('GET')).toHaveLength(3));
    expect(await status()).toBe(text);
  },
);

test("a refusal shows the reason and restores the server's status", async () => {
  const reply = later<Reply>();
  const { user } = open({}, reply.promise);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await answer(user, 'Bəli');
  expect(await status()).toBe('Completed');
  reply.resolve({ status: 409, body: { message: 'This payment has already been settled' } });
  await readError(user, 'This payment has already been settled');
  expect(await status()).toBe('Pending');
  expect((await firstRow()).buttons).toEqual(['Confirm', 'Reject']);
});

test('a cancel changes nothing', async () => {
  const { sent, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  await answer(user, 'Ləğv et');
  expect(await status()).toBe('Pending');
  expect(sent('PATCH')).toEqual([]);
});
