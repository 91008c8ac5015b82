import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { firstRow } from '../../../testing/admin/admin.tsx';
import { open, PATH } from '../../../testing/admin/admin-partners.tsx';

describe('the list', () => {
  test('has the columns in order', async () => {
    open(1);
    const heads = (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
    expect(heads).toEqual([
      '#',
      'Full Name',
      'Email',
      'Phone',
      'Instagram',
      'Birth Date',
      'Actions',
    ]);
    const { cells, buttons } = await firstRow();
    expect(cells.slice(0, 6)).toEqual([
      '1',
      'Aygün Məmmədova 1',
      'aygun1@klinika.az',
      '+994 50 123 45 67',
      '@aygun',
      '12.03.1985',
    ]);
    expect(buttons).toEqual(['Delete', 'Edit', 'Reset password']);
  });

  test('numbers continue over the pages', async () => {
    const { user, where } = open(25);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Aygün Məmmədova 21');
    expect((await firstRow()).cells[0]).toBe('21');
    expect(where()).toBe('/admin/dashboard?page=2');
  });

  test('a search resets the page to 1; Clear shows all partners again', async () => {
    const { server, user, where } = open(25, '/admin/dashboard?page=2');
    await screen.findByText('Aygün Məmmədova 21');
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(server.requests).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('No Partners Found')).toBeTruthy();
    expect(where()).toBe('/admin/dashboard?fullName=nobody');
    expect(server.requests.at(-1)?.query.toString()).toBe('page=1&limit=20&fullName=nobody');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Aygün Məmmədova 1')).toBeTruthy();
    expect(where()).toBe('/admin/dashboard');
  });

  test('deleting the last row of a page steps back a page', async () => {
    const { user, where } = open(21, '/admin/dashboard?page=2');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Partnyor müvəffəqiyyətlə silindi.')).toBeTruthy();
    expect(await screen.findByText('Aygün Məmmədova 20')).toBeTruthy();
    expect(where()).toBe('/admin/dashboard');
  });

  test('a failure without a reason shows the default message', async () => {
    open(0, '/admin/dashboard', { [`GET ${PATH}`]: () => ({ status: 500, text: '' }) });
    expect(await screen.findByText('Failed to load partners')).toBeTruthy();
  });
});

describe('deleting', () => {
  test('names whom, and a cancel changes nothing', async () => {
    const { sent, user } = open(1);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' }));
    expect(question.getByText(/Aygün Məmmədova 1/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Ləğv et' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('DELETE')).toEqual([]);
  });

  test.each([
    [{ message: 'Partnyor tapılmadı' }, 'Partnyor tapılmadı'],
    [{}, 'Partnyor silinərkən xəta baş verdi.'],
  ])('a refusal says the reason, else the default', async (body, message) => {
    const { user } = open(1, undefined, { [`DELETE ${PATH}/p1`]: () => ({ status: 404, body }) });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(
      within(await screen.findByRole('alertdialog', { name: 'Xəta!' })).getByText(message),
    ).toBeTruthy();
  });
});
