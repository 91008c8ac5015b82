import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';

test.use({ viewport: DESK });

test('staff set, increase and decrease a balance and a patient count', { tag: '@screen' }, async ({
  page,
  staff,
}) => {
  await staff.addPartner({ firstName: 'Hesab', lastName: 'Statlı', clinicName: '' });
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'partner-stats');
  await screen.open('?fullName=statli');
  const row = screen.row('Hesab Statlı');
  await expect(row).toContainText('N/A');
  await expect(row).toContainText('0,00 ₼');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Update balance' }).click();
  await screen.refused('Update Balance', 'Zəhmət olmasa düzgün məbləğ daxil edin');
  await screen.field('balance').fill('12.5');
  await expectAccessible(page);
  await screen.press('Update Balance');
  await screen.answer('Ləğv et');
  await screen.press('Update Balance');
  await screen.answer('Bəli');
  await expect(page.getByText('Balans uğurla yeniləndi')).toBeVisible();
  await expect(row.getByText('12,50 ₼')).toHaveClass(/text-success/);

  await row.getByRole('button', { name: 'Update balance' }).click();
  await screen.dialog.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Subtract' }).click();
  await screen.field('balance').fill('20.75');
  await expect(screen.dialog.getByText(/^Now: 12,50 ₼ → -8,25 ₼/)).toBeVisible();
  await page.keyboard.press('Enter');
  await screen.answer('Bəli');
  await expect(row.getByText('-8,25 ₼')).toHaveClass(/text-danger/);

  await row.getByRole('button', { name: 'Update patient count' }).click();
  await screen.dialog.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Add' }).click();
  await screen.field('count').fill('1.5');
  await screen.refused('Update Patient Count', 'Zəhmət olmasa düzgün say daxil edin');
  await screen.field('count').fill('3');
  await screen.press('Update Patient Count');
  await screen.answer('Bəli');
  await expect(page.getByText('Xəstə sayı uğurla yeniləndi')).toBeVisible();
  await expect(row.getByRole('cell').nth(5)).toHaveText('3');
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await screen.expectNoWider();
});

test.describe('in a browser that writes a comma between thousands', () => {
  test.use({ locale: 'en-US' });

  test('an amount may be typed with a comma or a dot', async ({ page, staff }) => {
    await staff.addPartner({ firstName: 'Vergül', lastName: 'Nöqtəli' });
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'partner-stats');
    await screen.open('?fullName=vergul');
    const row = screen.row('Vergül Nöqtəli');
    for (const [typed, shown] of [
      ['1,5', '1,50 ₼'],
      ['2.75', '2,75 ₼'],
    ] as const) {
      await row.getByRole('button', { name: 'Update balance' }).click();
      await screen.field('balance').pressSequentially(typed);
      await expect(screen.dialog.getByText(`→ ${shown}`)).toBeVisible();
      await screen.press('Update Balance');
      await screen.answer('Bəli');
      await expect(row.getByText(shown, { exact: true })).toBeVisible();
    }
    await row.getByRole('button', { name: 'Update balance' }).click();
    await screen.field('balance').pressSequentially('1.234,5');
    await screen.refused('Update Balance', 'Zəhmət olmasa düzgün məbləğ daxil edin');
  });
});

test('twenty a page with Previous, page / total and Next', async ({ page, staff }) => {
  for (let count = 10; count < 33; count += 1)
    await staff.addPartner({ firstName: 'Sıralı', lastName: `Stat${count}` });
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'partner-stats');
  await screen.open();
  await screen.search('sirali');
  await expect(page.getByText('1 / 2')).toBeVisible();
  await expect(screen.rows).toHaveCount(20);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('2 / 2')).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
  await expect(screen.rows.first().getByRole('cell').first()).toHaveText('21');
  await page.reload();
  await expect(page.getByText('2 / 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(screen.rows).toHaveCount(20);
  await screen.search('heç kim belə');
  await expect(page.getByText('Məlumat tapılmadı')).toBeVisible();
});
