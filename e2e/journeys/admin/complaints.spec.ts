import { randomUUID } from 'node:crypto';
import { AdminScreen } from '../../admin-screen.ts';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  passPoll,
  storeAdminSession,
  test,
} from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: DESK });

const LIST = '/api/admin/reports';
const REPORT = '/api/partner/misc/report';

test('a complaint appears without a reload, is found, read in full and deleted', {
  tag: '@screen',
}, async ({ page, server, staff }) => {
  const office = await Office.open(server.url);
  // On one line, so that its height is that of a target above the name.
  const email = `e${randomUUID().slice(0, 8)}@example.az`;
  const { partner } = await staff.addPartner({ firstName: 'Şikayət', lastName: 'Edən', email });
  // Other journeys on this server have left theirs.
  const { reports } = await office.send<{ reports: { _id: string }[] }>('GET', LIST);
  for (const { _id } of reports) await office.send('DELETE', `${LIST}/${_id}`);
  await page.clock.install();
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'reports');
  await screen.open();
  await expect(page.getByText('No partner Reports submitted yet')).toBeVisible();
  const message = `${'Nəticələr gec gəlir. '.repeat(60)}Son cümlə.`;
  await office.asPartner(partner, REPORT, { message });
  const row = screen.row(partner.email);
  await passPoll(page);
  await expect(row).toBeVisible();
  await expect(row).toContainText('Şikayət Edən');
  await row.getByRole('button', { name: 'Show more' }).click();
  await expect(row.getByText('Son cümlə.')).toBeInViewport();
  await expectAccessible(page);

  await page.getByPlaceholder('Search by name...').fill('başqası');
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No Partner Reports Found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(row).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await screen.expectNoWider();

  await row.getByRole('button', { name: 'Delete' }).click();
  await screen.answer('Ləğv et');
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await screen.answer('Bəli');
  await expect(page.getByText('Report deleted')).toBeVisible();
  await expect(row).toBeHidden();
});

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/500/] });

  test('a report that could not be deleted stays', async ({ page, server, staff }) => {
    const office = await Office.open(server.url);
    const { partner } = await staff.addPartner({ firstName: 'Qalan', lastName: 'Rəyli' });
    for (let count = 0; count < 21; count += 1)
      await office.asPartner(partner, REPORT, { message: `Rəy ${count}` });
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'reports');
    await screen.open('?fullName=qalan');
    await expect(screen.rows).toHaveCount(20);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(screen.rows).toHaveCount(1);
    await page.route('**/api/admin/reports/*', (route) => route.fulfill({ status: 500 }));
    await screen.rows.getByRole('button', { name: 'Delete' }).click();
    await screen.answer('Bəli');
    await screen.readError('There was an issue deleting the report.');
    await expect(screen.rows).toHaveCount(1);
  });
});
