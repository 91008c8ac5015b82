import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: DESK });

test('staff add, finish, reopen, edit and delete a lab order', { tag: '@screen' }, async ({
  page,
  staff,
}) => {
  await staff.addPartner({ firstName: 'Sifariş', lastName: 'Verən' });
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'labs');
  await screen.open();
  await page.getByRole('button', { name: 'Add Lab' }).click();
  await screen.field('title').fill('Şəffaf elaynerlər');
  await screen.refused('Create Lab', 'Zəhmət olmasa partner seçin');
  const picker = screen.dialog.getByRole('combobox', { name: /Partner/ });
  await expect(picker).toBeFocused();
  await expect(picker).toHaveText('Select a partner');
  await picker.click();
  const box = page.getByPlaceholder('Search partners...');
  await box.fill('belə partnyor yoxdur');
  await expect(page.getByText('No partners found')).toBeVisible();
  await box.fill('sifaris veren');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveText('Sifariş Verən');
  await screen.field('startDate').fill('2026-11-05');
  await screen.field('endDate').fill('2026-12-01');
  await screen.press('Create Lab');
  await screen.answer('Bəli');
  await expect(page.getByText('Labs uğurla əlavə edildi')).toBeVisible();
  const row = screen.row('Şəffaf elaynerlər');
  await expect(row).toContainText('Sifariş Verən');
  await expect(row).toContainText('05.11.2026');
  await expect(row).toContainText('Pending');

  for (const [named, shown] of [
    ['tamamlandı', 'Completed'],
    ['gözləyir', 'Pending'],
  ] as const) {
    await row.getByRole('button', { name: 'Toggle status' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(named);
    await screen.answer('Bəli');
    await expect(row).toContainText(shown);
  }

  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(picker).toHaveText('Sifariş Verən');
  await screen.field('startDate').fill('2026-11-06');
  await screen.field('endDate').fill('2026-12-02');
  await screen.field('title').fill('Elaynerlər, ikinci dəst');
  await screen.press('Update Lab');
  await screen.answer('Bəli');
  await expect(page.getByText('Labs uğurla yeniləndi')).toBeVisible();
  const renamed = screen.row('Elaynerlər, ikinci dəst');
  await expect(renamed).toContainText('02.12.2026');

  await renamed.getByRole('button', { name: 'Delete' }).click();
  await screen.answer('Bəli');
  await expect(page.getByText('Laboratoriya uğurla silindi')).toBeVisible();
  await expect(renamed).toBeHidden();
});

test('twenty a page, none found, cards and the picker on a phone', async ({
  page,
  server,
  staff,
}) => {
  const office = await Office.open(server.url);
  const { partner } = await staff.addPartner({ lastName: 'Laboratoriyalı' });
  for (let count = 10; count < 31; count += 1)
    await office.addLab(partner, `Sementli tac ${count}`);
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'labs');
  await screen.open('?name=sementli');
  await expect(screen.rows).toHaveCount(20);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await expect(screen.rows).toHaveCount(1);
  await expectAccessible(page);
  const owner = screen.rows.getByRole('button', { name: 'Aytən Laboratoriyalı' });
  const card = page.getByRole('dialog', { name: 'Aytən Laboratoriyalı' });
  await owner.hover();
  await expect(card).toContainText(partner.email);
  await expectAccessible(page);
  await page.mouse.move(5, 5);
  await expect(card).toBeHidden();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await screen.expectNoWider();
  await owner.click();
  await expect(card.getByRole('link', { name: partner.phone, exact: true })).toBeInViewport({
    ratio: 1,
  });
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await screen.rows.getByRole('button', { name: 'Edit' }).click();
  await page.goBack();
  await expect(screen.dialog).toBeHidden();
  await expect(page).toHaveURL(/page=2/);
  await screen.rows.getByRole('button', { name: 'Edit' }).click();
  await screen.dialog.getByRole('combobox', { name: /Partner/ }).click();
  await expect(page.getByPlaceholder('Search partners...')).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toBeHidden();
  await screen.search('belə sifariş yoxdur');
  await expect(page.getByText('Laboratoriya tapılmadı')).toBeVisible();
});

test.describe('when another user has deleted it', () => {
  test.use({ expectedErrors: [/404/] });

  test('the refusal is shown and the row disappears', async ({ page, context, server, staff }) => {
    const office = await Office.open(server.url);
    const { partner } = await staff.addPartner({ lastName: 'İtirən' });
    await office.addLab(partner, 'İtən sifariş');
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'labs');
    await screen.open('?name=iten');
    await screen.rows.getByRole('button', { name: 'Delete' }).click();
    // The other tab receives the session from this one.
    const other = new AdminScreen(await context.newPage(), 'labs');
    await other.open('?name=iten');
    await other.rows.getByRole('button', { name: 'Delete' }).click();
    await other.answer('Bəli');
    await expect(other.page.getByText('Laboratoriya tapılmadı')).toBeVisible();
    await screen.answer('Bəli');
    await screen.readError('Laboratoriya tapılmadı');
    await expect(screen.rows).toHaveCount(0);
  });
});
