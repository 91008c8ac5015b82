import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { labOf, openSection, statsOf } from '../../../../testing/admin/admin.tsx';

const LABS = 'GET /api/admin/labs';
const ONE = 'GET /api/admin/partner-stats/p1';
const list = (...labs: object[]) => ({ body: { labs, totalPages: 1 } });

const owner = () => screen.findByRole('button', { name: 'Aygün Məmmədova' });
const card = () => screen.findByRole('dialog', { name: 'Aygün Məmmədova' });

test('a row shows its partner; hover shows the clinic and contact details', async () => {
  const { user, sent } = openSection('labs', {
    [LABS]: list(labOf()),
    [ONE]: { body: { partner: statsOf() } },
  });
  const name = await owner();
  expect(sent('GET')).toHaveLength(1);
  await user.hover(name);
  const popover = within(await card());
  expect(await popover.findByText('Dent Art')).toBeTruthy();
  expect(popover.getByRole('link', { name: '+994501234567' }).getAttribute('href')).toBe(
    'tel:+994501234567',
  );
  expect(popover.getByRole('link', { name: 'aygun@klinika.az' })).toBeTruthy();
  expect(popover.getByText('Balance 1.234,50 ₼ · 7 patients sent')).toBeTruthy();
});

test('a press opens the card, also from the keyboard; Escape closes it and restores the focus', async () => {
  const { user } = openSection('labs', {
    [LABS]: list(labOf()),
    [ONE]: { body: { partner: statsOf() } },
  });
  (await owner()).focus();
  await user.keyboard('{Enter}');
  expect(await within(await card()).findByText('Dent Art')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await owner());
});

test('the card shows that it could not be loaded', async () => {
  const { user } = openSection('labs', { [LABS]: list(labOf()), [ONE]: { status: 500, text: '' } });
  await user.click(await owner());
  expect(await within(await card()).findByText('Failed to load the partner')).toBeTruthy();
});

test('of a deleted partner there is only the name', async () => {
  openSection('labs', { [LABS]: list(labOf({ partner: { ...labOf().partner, deleted: true } })) });
  expect(await screen.findByText('(deleted)')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Aygün/ })).toBeNull();
});
