import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Page } from '@playwright/test';
import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: DESK });

const SECTION = 'applications/reservation';

const reserve = (office: Office, fullName: string, phone = '+994 70 222 33 44') =>
  office.asVisitor('/api/misc/reservation-application', {
    fullName,
    phone,
    email: 'pasient@example.az',
    partnerFullName: 'Dr. Elçin Əliyev',
  });

/** A member of staff at another computer, who saves a state of the only reservation of this name. */
async function saveAsColleague(url: string, office: Office, name: string): Promise<void> {
  const colleague = { username: `leyla-${name.toLowerCase()}`, password: 'a long good password' };
  await office.send('POST', '/api/admin/staff', { ...colleague, role: 'staff' });
  const client = await new ApiClient(url).signIn('admin', colleague);
  const path = '/api/admin/applications';
  const list = await client.call<{ applications: Reservation[] }>(
    'GET',
    `${path}/reservation?fullName=${name}`,
  );
  const [entry] = list.applications;
  await client.call('PATCH', `${path}/reservations/${entry?._id}/status`, {
    status: 'contacted',
    note: 'Cavab vermədi',
    version: entry?.version,
  });
}

async function chooseStatus(screen: AdminScreen, status: string): Promise<void> {
  await screen.dialog.getByRole('combobox', { name: 'Status' }).click();
  await screen.page.getByRole('option', { name: status }).click();
}

const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Yes, save' }).click();

test('a reservation is answered by telephone, with a state and a note, and filtered', {
  tag: '@screen',
}, async ({ page, server }) => {
  const office = await Office.open(server.url);
  await reserve(office, 'Gözləyən Səbinə');
  await reserve(office, 'Gözləyən Rəna', '012 444 55 66');
  await storeAdminSession(page);
  const screen = new AdminScreen(page, SECTION);
  await screen.open('?status=new&fullName=gozleyen');
  await expect(screen.rows).toHaveCount(2);
  const link = page.getByRole('link', { name: 'Applies Reservation' });
  await expect(link).toHaveAttribute('aria-description', /^\d+ waiting$/);

  const row = screen.row('Səbinə');
  const call = row.getByRole('link', { name: '+994 70 222 33 44', exact: true });
  await expect(call).toHaveAttribute('href', 'tel:+994702223344');
  const whatsApp = row.getByRole('link', { name: 'WhatsApp +994 70 222 33 44' });
  await expect(whatsApp).toHaveAttribute('href', 'https://wa.me/994702223344');
  await expect(whatsApp).toHaveAttribute('rel', /noreferrer/);
  // A number of the city network has no WhatsApp.
  await expect(screen.row('Rəna').getByRole('link', { name: /WhatsApp/ })).toHaveCount(0);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Update status' }).click();
  await expect(screen.dialog.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await chooseStatus(screen, 'Contacted');
  await screen.dialog.getByLabel('Note').fill('Şənbə 10:00-da gələcək');
  await expectAccessible(page);
  await screen.press('Save');
  await confirm(page);
  await expect(page.getByText('Status saved')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await expect(page).toHaveURL(/[?&]status=contacted/);
  await expect(row).toContainText('Şənbə 10:00-da gələcək');
  await expect(row).toContainText('admin · ');
  // The address is a bookmark, and Back returns to the former filter.
  await page.reload();
  await expect(row).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(row).toContainText('Contacted');
  await expectAccessible(page);
  await screen.expectNoWider();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/status=/);
});

test.describe('two colleagues', () => {
  test.use({ expectedErrors: [/409/], viewport: PHONE });

  test('answer the same reservation: nothing is lost and nothing is overwritten unseen', async ({
    page,
    server,
  }) => {
    const office = await Office.open(server.url);
    await reserve(office, 'Toqquşan Kamran');
    await storeAdminSession(page);
    const screen = new AdminScreen(page, SECTION);
    await screen.open('?fullName=toqqusan');
    await screen.rows.getByRole('button', { name: 'Update status' }).click();
    await saveAsColleague(server.url, office, 'Kamran');
    await chooseStatus(screen, 'Done');
    await screen.dialog.getByLabel('Note').fill('Təsdiqlədi');
    await screen.press('Save');
    await confirm(page);
    await screen.readError(
      'A colleague has changed this entry meanwhile. Read their change, then save again if yours is right.',
    );
    await expect(screen.dialog.getByText('Cavab vermədi')).toBeVisible();
    await expect(screen.dialog.getByText(/leyla-kamran/)).toBeVisible();
    await expect(screen.dialog.getByLabel('Note')).toHaveValue('Təsdiqlədi');
    await expectAccessible(page);
    await screen.expectNoWider();
    await screen.press('Save');
    await confirm(page);
    await expect(page.getByText('Status saved')).toBeVisible();
    await expect(screen.rows).toContainText('Təsdiqlədi');
    await expect(screen.rows).toContainText('admin · ');
    await expect(screen.rows).not.toContainText('Cavab vermədi');
  });
});
