import * as weaknessMessages from '@deqiq/messages/people/weak-passwords.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answer, press, readError } from '../../../testing/admin/admin.tsx';
import {
  field,
  good,
  type Name,
  names,
  open,
  PATH,
} from '../../../testing/admin/admin-partners.tsx';
import type { Reply } from '../../../testing/server.ts';

describe('adding', () => {
  async function openForm(more: Record<string, () => Reply> = {}) {
    const opened = open(1, undefined, more);
    await opened.user.click(await screen.findByRole('button', { name: 'Add Partner' }));
    await screen.findByRole('dialog', { name: 'Add Partner' });
    const fill = async (...wanted: Name[]) => {
      for (const name of wanted) await opened.user.type(field(name), good[name]);
    };
    const submit = () => press(opened.user, 'Add Partner');
    return { ...opened, fill, submit };
  }

  test('seven fields in order, named as the API names them', async () => {
    await openForm();
    const inputs = [
      ...screen.getByRole('dialog').querySelectorAll<HTMLInputElement>('input[name]'),
    ];
    expect(inputs.map((input) => input.name)).toEqual(names);
    const now = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Baku' });
    expect(document.querySelector('input[type=date]')).toHaveProperty('max', now);
  });

  test('errors are shown in Xəta! one after the other, before the confirmation', async () => {
    const { sent, fill, submit, user } = await openForm();
    const messages = [
      'Please enter a first name',
      'Please enter a last name',
      'Please enter a birth date',
      'Please enter a phone number',
      'Please enter a valid email',
      'Please enter an instagram link',
      'Please enter a password with at least 6 characters',
    ];
    for (const [index, message] of messages.entries()) {
      await submit();
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Xəta!' }));
      expect(dialog.getByText(message)).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Close' }));
      const name = names[index] as Name;
      await waitFor(() => expect(field(name).getAttribute('aria-invalid')).toBe('true'));
      expect(screen.getByText(message).id).toBe(
        field(name).getAttribute('aria-describedby')?.split(' ')[0],
      );
      await fill(name);
    }
    await submit();
    expect(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' })).toBeTruthy();
    expect(sent('POST')).toEqual([]);
  }, 20_000);

  test('untouched it closes at once; once something is typed, only after a question', async () => {
    const { fill, user } = await openForm();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Partner' }));
    await fill('firstName');
    await user.keyboard('{Escape}');
    await answer(user, 'Go on editing');
    expect(field('firstName')).toHaveProperty('value', good.firstName);
    await user.keyboard('{Escape}');
    await answer(user, 'Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a birth date in the future is refused', async () => {
    const { sent, fill, submit, user } = await openForm();
    await fill(...names);
    fireEvent.change(field('birthDate'), { target: { value: '2150-01-01' } });
    await submit();
    await readError(user, 'The birth date cannot be in the future');
    expect(sent('POST')).toEqual([]);
  });

  test('a cancelled confirmation sends nothing and keeps the form', async () => {
    const { sent, fill, submit, user } = await openForm();
    await fill(...names);
    await submit();
    await user.click(await screen.findByRole('button', { name: 'Ləğv et' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('POST')).toEqual([]);
    expect(field('firstName')).toHaveProperty('value', good.firstName);
  });

  test('sends the seven fields as a form, shows the result, closes and refetches the list', async () => {
    const { sent, fill, submit, user } = await openForm({
      [`POST ${PATH}`]: () => ({ status: 201, body: {} }),
    });
    await fill(...names);
    await submit();
    const question = within(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' }));
    expect(question.getByText(/Elçin Əliyev/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Tərəfdaş uğurla yaradıldı')).toBeTruthy();
    const body = sent('POST')[0]?.body as FormData;
    expect(body).toBeInstanceOf(FormData);
    expect(Object.fromEntries(body)).toEqual(good);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('GET')).toHaveLength(2);
  });

  test.each([
    [{ message: 'Bu e-poçt artıq istifadə olunur' }, 'Bu e-poçt artıq istifadə olunur'],
    [{}, 'Tərəfdaş yaradıla bilmədi'],
  ])('a refused save says why and keeps what was typed', async (body, message) => {
    const { fill, submit, user } = await openForm({
      [`POST ${PATH}`]: () => ({ status: 409, body }),
    });
    await fill(...names);
    await submit();
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Xəta!' }));
    expect(dialog.getByText(message)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    const expected = { ...good, birthDate: '31.01.1979' };
    for (const name of names) expect(field(name)).toHaveProperty('value', expected[name]);
  });
});

describe('editing', () => {
  test('six fields, filled in; no password is sent', async () => {
    const { sent, user } = open(1, undefined, { [`PUT ${PATH}/p1`]: () => ({ body: {} }) });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit Partner' });
    expect(field('birthDate')).toHaveProperty('value', '12.03.1985');
    await user.clear(field('phone'));
    await user.type(field('phone'), '+994 55 000 00 00');
    await press(user, 'Save Changes');
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Tərəfdaş məlumatları uğurla yeniləndi')).toBeTruthy();
    expect(Object.fromEntries(sent('PUT')[0]?.body as FormData)).toEqual({
      firstName: 'Aygün',
      lastName: 'Məmmədova 1',
      birthDate: '1985-03-12',
      phone: '+994 55 000 00 00',
      email: 'aygun1@klinika.az',
      instagram: '@aygun',
    });
  });

  test('a refusal without a reason shows the default message', async () => {
    const { user } = open(1, undefined, {
      [`PUT ${PATH}/p1`]: () => ({ status: 500, text: 'broken' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await press(user, 'Save Changes');
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Tərəfdaş məlumatları yenilənə bilmədi')).toBeTruthy();
  });
});

describe('a new password', () => {
  async function openForm(reply: Reply = { body: {} }) {
    const opened = open(1, undefined, { [`PATCH ${PATH}/p1/reset-password`]: () => reply });
    await opened.user.click(await screen.findByRole('button', { name: 'Reset password' }));
    const submit = () => press(opened.user, 'Reset Password');
    return { ...opened, submit };
  }

  test('is required and has at least 8 characters', async () => {
    const { sent, submit, user } = await openForm();
    await submit();
    expect(await screen.findByText('Password is required')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.type(screen.getByLabelText(/^New Password/), '1234567');
    await submit();
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
    expect(sent('PATCH')).toEqual([]);
  });

  test('with the partner’s name or e-mail in it is pointed out', async () => {
    const { user } = await openForm();
    const password = screen.getByLabelText(/^New Password/);
    for (const guess of ['Aygün1985', 'aygun1@klinika']) {
      await user.clear(password);
      await user.type(password, guess);
      expect(await screen.findByText(weaknessMessages.personal())).toBeTruthy();
    }
  });

  test.each([
    [{ body: {} }, 'Şifrə uğurla dəyişdirildi'],
    [{ status: 500, text: '' }, 'Şifrə dəyişdirilə bilmədi'],
  ])('is confirmed, then sent (%o)', async (reply: Reply, message) => {
    const { sent, submit, user } = await openForm(reply);
    await user.type(screen.getByLabelText(/^New Password/), '12345678');
    await submit();
    expect(sent('PATCH')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent('PATCH')[0]?.body).toBe('{"password":"12345678"}');
  });
});
