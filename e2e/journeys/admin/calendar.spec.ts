import { randomUUID } from 'node:crypto';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import type { Page } from '@playwright/test';
import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';
import type { Staff } from '../../staff.ts';

test.use({ viewport: DESK });

/** A Friday on which no other journey books. */
const DAY = '2031-03-07';

/** A machine for panoramic X-rays, open on Fridays from nine to six. */
async function addMachine(office: Office, name: string): Promise<string> {
  const { device } = await office.send<TokenAnswer>('POST', '/api/admin/devices', {
    name,
    kind: 'panoramic',
    aeTitle: randomUUID().slice(0, 16),
  });
  await office.send('POST', '/api/admin/kinds', {
    examination: 'panoramic',
    name: { az: name, ru: name, en: name },
    minutes: 30,
    machines: [device._id],
  });
  const week = [{ day: 5, from: '09:00', to: '18:00', breaks: [] }];
  await office.send('PUT', '/api/admin/opening-hours', {
    hours: { holidays: [], machines: [{ device: device._id, week, daysOff: [] }] },
  });
  return device._id;
}

/** An accepted referral of a patient with this name. */
async function addReferral(office: Office, staff: Staff, lastName: string): Promise<void> {
  const { partner } = await staff.addPartner();
  const form = new FormData();
  form.set('partner', partner._id);
  form.set('patient', JSON.stringify({ firstName: 'Sevda', lastName, phone: '050 321 00 12' }));
  form.set('examination', 'panoramic');
  form.set('purpose', 'implant');
  const { referral } = await office.send<ReferralAnswer>('POST', '/api/admin/referrals', form);
  await staff.acceptReferral(referral._id);
}

const card = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d\\d:\\d\\d.*${name}`) });

test('referrals are booked by keys and by drag, and move', {
  tag: '@screen',
}, async ({ page, server, staff }) => {
  const office = await Office.open(server.url);
  const device = await addMachine(office, 'Təqvim 1');
  await addReferral(office, staff, 'Klaviatura');
  await addReferral(office, staff, 'Sürükləmə');
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'calendar');
  await screen.open(`?day=${DAY}&machine=${device}`);
  const waiting = page.getByRole('region', { name: 'Referrals without a time' });

  await waiting.getByRole('button', { name: /^Sevda Klaviatura/ }).click();
  await expect(page.getByRole('status').getByText('09:00–09:30. Free')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Sevda Klaviatura')).toHaveAccessibleName(/^10:00 –10:30/);
  await expect(card(page, 'Sevda Klaviatura')).toBeFocused();

  const dragged = await waiting.getByRole('button', { name: /^Sevda Sürükləmə/ }).boundingBox();
  const fixed = await card(page, 'Sevda Klaviatura').boundingBox();
  if (!dragged || !fixed) throw new Error('Nothing to drag');
  await page.mouse.move(dragged.x + 20, dragged.y + 10);
  await page.mouse.down();
  await page.mouse.move(fixed.x + 40, fixed.y + 2 * fixed.height, { steps: 5 });
  await page.mouse.up();
  await expect(card(page, 'Sevda Sürükləmə')).toHaveAccessibleName(/^11:00 –11:30/);
  const toast = page.getByText(/: Sevda Sürükləmə, 07\.03\.2031 11:00$/);
  await toast.locator('xpath=ancestor::*[.//button][1]').getByRole('button').first().click();
  await expect(waiting.getByRole('button', { name: /^Sevda Sürükləmə/ })).toBeVisible();

  await card(page, 'Sevda Klaviatura').hover();
  await page.getByRole('button', { name: 'Arrived: Sevda Klaviatura' }).click();
  await expect(card(page, 'Sevda Klaviatura')).toHaveAccessibleName(/Arrived$/);
  await expect(card(page, 'Sevda Klaviatura')).toBeFocused();
  // A pending card is pale.
  await expect(page.locator('[data-card][aria-busy]')).toHaveCount(0);
  await expectAccessible(page);
  const query = `from=${DAY}&to=${DAY}&device=${device}`;
  const { appointments } = await office.send<AppointmentList>(
    'GET',
    `/api/admin/appointments?${query}`,
  );
  expect(appointments.map(({ state }) => state).sort()).toEqual(['arrived', 'cancelled']);
});

test('a free time is pressed, and a phone has a list', async ({ page, server }) => {
  const office = await Office.open(server.url);
  const device = await addMachine(office, 'Təqvim 2');
  const person = { firstName: 'Kəmalə', lastName: 'Basışova', phone: '050 321 00 12' };
  await office.send('POST', '/api/admin/patients', person);
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'calendar');
  await screen.open(`?day=${DAY}&machine=${device}`);

  await page.getByRole('button', { name: 'Book a time: Təqvim 2' }).click();
  await screen.dialog.getByRole('combobox', { name: /^For/ }).click();
  await page.getByRole('combobox', { name: 'Name, phone or code...' }).fill('Basışova');
  await page.getByRole('option', { name: /^Kəmalə Basışova/ }).click();
  await screen.dialog.getByRole('button', { name: '09:15' }).click();
  await expectAccessible(page);
  await screen.press('Book');
  await expect(card(page, 'Kəmalə Basışova')).toHaveAccessibleName(/^09:15 –09:45/);

  await page.setViewportSize(PHONE);
  const list = page.getByRole('list', { name: 'Təqvim 2' });
  await expect(list.getByRole('button', { name: '09:45–18:00 free' })).toBeVisible();
  await screen.expectNoWider();
  await expectAccessible(page);
});

test('an owner sets kinds and hours', {
  tag: '@screen',
}, async ({ page, server }) => {
  await addMachine(await Office.open(server.url), 'Təqvim 3');
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'calendar/settings');
  await screen.open();
  const row = page.getByRole('region', { name: 'Opening Hours' }).getByRole('row');
  const machine = row.filter({ hasText: 'Təqvim 3' });
  await expect(machine).toContainText('Fri 09:00–18:00');
  await machine.getByRole('button', { name: 'Edit' }).click();
  await screen.dialog.getByLabel('Friday, to').fill('8');
  await screen.press('Save');
  await screen.readError('Son vaxt başlanğıcdan sonra olmalıdır');
  await expectAccessible(page);
  await screen.dialog.getByLabel('Friday, to').fill('17');
  await screen.press('Save');
  await expect(machine).toContainText('Fri 09:00–17:00');
  await page.setViewportSize(PHONE);
  await screen.expectNoWider();
});
