import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { labOf, openSection, statsOf } from '../../../testing/admin/admin.tsx';

const labs = {
  body: { labs: [labOf(), labOf({ _id: 'l2', title: 'Körpü' })], totalPages: 3 },
};
const LIST = '/api/admin/labs';

const openLabs = (address = 'labs') => openSection(address, { [`GET ${LIST}`]: labs });

const headOf = (name: string) => screen.findByRole('columnheader', { name });

test('the head of a column sorts both ways and back; the address keeps it and begins at page 1', async () => {
  const { user, server, where } = openLabs('labs?page=2&name=tac');
  const press = async () => user.click(within(await headOf('Start Date')).getByRole('button'));
  expect((await headOf('Start Date')).ariaSort).toBe('none');
  expect((await headOf('Status')).ariaSort).toBeNull();
  const requested = () => server.to(LIST).at(-1)?.query.get('sort');
  for (const [sort, aria] of [
    ['start', 'ascending'],
    ['-start', 'descending'],
    [null, 'none'],
  ] as const) {
    await press();
    await waitFor(() => expect(requested()).toBe(sort));
    expect(where()).toBe(`/admin/dashboard/labs?name=tac${sort ? `&sort=${sort}` : ''}`);
    expect((await headOf('Start Date')).ariaSort).toBe(aria);
  }
});

test('the largest numbers come first', async () => {
  const { user, where } = openSection('partner-stats', {
    'GET /api/admin/partner-stats': { body: { partners: [statsOf()], totalPages: 1 } },
  });
  await user.click(within(await headOf('Balance')).getByRole('button'));
  expect(where()).toBe('/admin/dashboard/partner-stats?sort=-balance');
});

test('on a phone the order is one of the filters, which a button opens', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
  const { user, where } = openLabs();
  expect(within(await headOf('Start Date')).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('combobox', { name: 'Order' }));
  await user.click(await screen.findByRole('option', { name: 'Date ↑' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/labs?sort=date'));
  expect(await screen.findByRole('button', { name: 'Filters: 1' })).toBeTruthy();
});

test('a press on a row opens it; a press on its buttons and selected text do not', async () => {
  const { user } = openLabs();
  const cell = await screen.findByText('Körpü');
  const selection = vi.spyOn(window, 'getSelection');
  selection.mockReturnValue({ toString: () => 'Tac' } as Selection);
  await user.click(cell);
  expect(screen.queryByRole('dialog')).toBeNull();
  selection.mockRestore();
  await user.click(cell);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByDisplayValue('Körpü')).toBeTruthy();
});

test('J and K move through the rows and Enter opens one, but not while a person types', async () => {
  const { user } = openLabs();
  await screen.findByText('Körpü');
  const focused = () => document.activeElement?.getAttribute('data-row') ?? null;
  await user.type(screen.getByRole('searchbox'), 'j');
  expect(focused()).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('jjj');
  expect(focused()).toBe('l2');
  await user.keyboard('k');
  expect(focused()).not.toBe('l2');
  await user.keyboard('j{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByDisplayValue('Körpü')).toBeTruthy();
});
