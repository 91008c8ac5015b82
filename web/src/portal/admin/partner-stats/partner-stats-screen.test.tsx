import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  answer,
  dialog,
  firstRow,
  openSection,
  press,
  readError,
  refused,
  statsOf,
} from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/partner-stats';

const open = (part: Parameters<typeof statsOf>[0] = {}, reply: Reply = { body: {} }) =>
  openSection('partner-stats', {
    [`GET ${PATH}`]: { body: { partners: [statsOf(part)], totalPages: 1 } },
    [`PATCH ${PATH}/balance/p1`]: () => reply,
    [`PATCH ${PATH}/patients/p1`]: () => reply,
  });

test.each([
  [0, '0,00 ₼', 'text-success'],
  [7.5, '7,50 ₼', 'text-success'],
  [-4.25, '-4,25 ₼', 'text-danger'],
])('a balance of %d reads %s in %s', async (balance, text, color) => {
  open({ balance });
  expect((await screen.findByText(text)).className).toContain(color);
});

test("a partner without a clinic has 'N/A'; one page is 1 / 1", async () => {
  open({ clinicName: '' });
  expect((await firstRow()).cells[3]).toBe('N/A');
  expect(screen.getByText('1 / 1')).toBeTruthy();
  for (const name of ['Previous', 'Next'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

describe('the balance', () => {
  async function openForm(reply?: Reply) {
    const opened = open({}, reply);
    await opened.user.click(await screen.findByRole('button', { name: 'Update balance' }));
    const amount = dialog().getByLabelText(/^Amount/);
    return { ...opened, amount };
  }

  test('accepts a number in steps of 0.01 and shows the result', async () => {
    const { sent, user, amount } = await openForm();
    expect(amount).toHaveProperty('name', 'balance');
    // A number field would read `1,5` by the browser's language: as 15 where the dot is the separator.
    expect(amount).toHaveProperty('type', 'text');
    expect(amount).toHaveProperty('inputMode', 'decimal');
    expect(amount).toHaveProperty('step', '0.01');
    await refused(user, 'Update Balance', 'Zəhmət olmasa düzgün məbləğ daxil edin');
    await user.type(amount, '0.001');
    await refused(user, 'Update Balance', 'Zəhmət olmasa düzgün məbləğ daxil edin');
    await user.clear(amount);
    await user.type(amount, '0.1');
    expect(dialog().getByText(/^Now: 1\.234,50 ₼ → 0,10 ₼/)).toBeTruthy();
    expect(sent('PATCH')).toEqual([]);
  });

  test.each([
    ['1,5', 1.5, '1,50 ₼'],
    ['1.5', 1.5, '1,50 ₼'],
    ['2.75', 2.75, '2,75 ₼'],
    ['1234,05', 1234.05, '1.234,05 ₼'],
    ['-3', -3, '-3,00 ₼'],
  ])('%s is taken as %d and shown as %s', async (typed, balance, shown) => {
    const { sent, user, amount } = await openForm();
    await user.type(amount, typed);
    expect(dialog().getByText(new RegExp(`→ ${shown}`))).toBeTruthy();
    await press(user, 'Update Balance');
    await answer(user, 'Bəli');
    expect(sent('PATCH')[0]?.body).toBe(JSON.stringify({ balance, action: 'set' }));
  });

  test('what could be read in two ways, or is no amount, is refused', async () => {
    const { sent, user, amount } = await openForm();
    for (const typed of [
      '1,234',
      '1.234',
      '1.234,5',
      '1,234.5',
      '1 234',
      '1 234,50',
      '1,',
      ',5',
      '1e3',
      '--1',
    ]) {
      await user.clear(amount);
      await user.type(amount, typed);
      expect(dialog().queryByText(/→/), typed).toBeNull();
      await refused(user, 'Update Balance', 'Zəhmət olmasa düzgün məbləğ daxil edin');
      expect(amount).toHaveProperty('value', typed);
    }
    expect(sent('PATCH')).toEqual([]);
  });

  test.each([
    ['Set', 'set', 'balans 2,50 ₼ olacaq'],
    ['Add', 'add', 'balansa 2,50 ₼ əlavə olunacaq'],
    ['Subtract', 'subtract', 'balansdan 2,50 ₼ çıxılacaq'],
  ])('%s is asked about, sent, said, and the list comes anew', async (label, action, question) => {
    const { sent, user, amount } = await openForm();
    await user.click(dialog().getByRole('combobox', { name: 'Action' }));
    await user.click(await screen.findByRole('option', { name: label }));
    await user.type(amount, '2.5');
    await press(user, 'Update Balance');
    expect(await answer(user, 'Bəli')).toContain(`Aygün Məmmədova: ${question}`);
    expect(await screen.findByText('Balans uğurla yeniləndi')).toBeTruthy();
    expect(sent('PATCH')[0]?.body).toBe(JSON.stringify({ balance: 2.5, action }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('GET')).toHaveLength(2);
  });

  test('cancelling sends nothing; a failure without a reason shows the default message', async () => {
    const { sent, user, amount } = await openForm({ status: 500, text: '' });
    await user.type(amount, '1');
    await press(user, 'Update Balance');
    await answer(user, 'Ləğv et');
    expect(sent('PATCH')).toEqual([]);
    await press(user, 'Update Balance');
    await answer(user, 'Bəli');
    expect(await screen.findByText('Balans yenilənə bilmədi')).toBeTruthy();
    expect(amount).toHaveProperty('value', '1');
  });
});

describe('the patient count', () => {
  async function openForm(reply?: Reply) {
    const opened = open({}, reply);
    await opened.user.click(await screen.findByRole('button', { name: 'Update patient count' }));
    return { ...opened, count: dialog().getByLabelText(/^Patients/) };
  }

  test('a whole number is confirmed, sent and reported', async () => {
    const { sent, user, count } = await openForm();
    expect(count).toHaveProperty('name', 'count');
    await user.type(count, '1.5');
    await refused(user, 'Update Patient Count', 'Zəhmət olmasa düzgün say daxil edin');
    await user.clear(count);
    await user.type(count, '12');
    await press(user, 'Update Patient Count');
    expect(await answer(user, 'Bəli')).toContain('Aygün Məmmədova: xəstə sayı 12 olacaq');
    expect(await screen.findByText('Xəstə sayı uğurla yeniləndi')).toBeTruthy();
    expect(sent('PATCH')[0]?.body).toBe('{"count":12,"action":"set"}');
  });

  test.each([
    [{ status: 500, text: '' }, 'Xəstə sayı yenilənə bilmədi'],
    [
      { status: 409, body: { message: 'Xəstə sayı mənfi ola bilməz. Hazırda: 7' } },
      'Xəstə sayı mənfi ola bilməz. Hazırda: 7',
    ],
  ])('a failure says why (%#)', async (reply: Reply, message) => {
    const { user, count } = await openForm(reply);
    await user.type(count, '9');
    await press(user, 'Update Patient Count');
    await answer(user, 'Bəli');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('a negative count is refused, and the input stays until it is discarded', async () => {
    const message = 'Xəstə sayı mənfi ola bilməz. Hazırda: 0';
    const { sent, user, count } = await openForm({ status: 409, body: { message } });
    await user.click(dialog().getByRole('combobox', { name: 'Action' }));
    await user.click(await screen.findByRole('option', { name: 'Subtract' }));
    await user.type(count, '4');
    await press(user, 'Update Patient Count');
    await answer(user, 'Bəli');
    await readError(user, message);
    expect(sent('PATCH')[0]?.body).toBe('{"count":4,"action":"subtract"}');
    expect(count).toHaveProperty('value', '4');
    await user.keyboard('{Escape}');
    await answer(user, 'Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
