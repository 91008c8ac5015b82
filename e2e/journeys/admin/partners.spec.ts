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

test.use({ viewport: DESK });

const someone = {
  firstName: 'Leyla',
  lastName: 'İbrahimova',
  birthDate: '1988-03-08',
  phone: '+994 55 444 33 22',
  email: 'leyla@example.az',
  instagram: '@leyla.dent',
  password: 'gizli-söz',
};

test('staff add and edit a partner, set a new password and delete it', { tag: '@screen' }, async ({
  page,
}) => {
  await storeAdminSession(page);
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Add Partner' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Add Partner' });
  const refusal = page.getByRole('alertdialog', { name: 'Xəta!' });
  await save.click();
  await expect(refusal.getByText('Please enter a first name')).toBeVisible();
  await refusal.getByRole('button').click();
  for (const [name, value] of Object.entries(someone))
    await dialog.locator(`input[name=${name}]`).fill(value);
  await expectAccessible(page);
  await save.click();
  const sure = page.getByRole('alertdialog', { name: 'Əminsiniz?' });
  await sure.getByRole('button', { name: 'Ləğv et' }).click();
  await expect(dialog.locator('input[name=firstName]')).toHaveValue('Leyla');
  await save.click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Tərəfdaş uğurla yaradıldı')).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /Leyla İbrahimova/ });
  await expect(row).toContainText('leyla@example.az');

  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.locator('input[name=lastName]').fill('Əhmədova');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Tərəfdaş məlumatları uğurla yeniləndi')).toBeVisible();
  const renamed = page.getByRole('row', { name: /Leyla Əhmədova/ });

  await renamed.getByRole('button', { name: 'Reset password' }).click();
  await dialog.locator('input[name=password]').fill('1234567');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(refusal.getByText('Password must be at least 8 characters')).toBeVisible();
  await refusal.getByRole('button').click();
  await dialog.locator('input[name=password]').fill('yeni-şifrə');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Şifrə uğurla dəyişdirildi')).toBeVisible();

  await renamed.getByRole('button', { name: 'Delete' }).click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Partnyor müvəffəqiyyətlə silindi.')).toBeVisible();
  await expect(renamed).toBeHidden();
});

test.describe('with an e-mail that is already used', () => {
  test.use({ expectedErrors: [/409/] });

  test('a refused save keeps the input', async ({ page, staff }) => {
    const { partner } = await staff.addPartner();
    await storeAdminSession(page);
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'Add Partner' }).click();
    const dialog = page.getByRole('dialog');
    for (const [name, value] of Object.entries({ ...someone, email: partner.email }))
      await dialog.locator(`input[name=${name}]`).fill(value);
    await dialog.getByRole('button', { name: 'Add Partner' }).click();
    await page.getByRole('button', { name: 'Bəli' }).click();
    const refusal = page.getByRole('alertdialog', { name: 'Xəta!' });
    await expect(refusal.getByText('Bu e-poçt artıq istifadə olunur')).toBeVisible();
    await refusal.getByRole('button').click();
    await expect(dialog.locator('input[name=instagram]')).toHaveValue('@leyla.dent');
  });
});

test('typing alone does not search; Enter, the button and Clear do; row numbers continue over pages', async ({
  page,
  staff,
}) => {
  for (let count = 10; count < 33; count += 1)
    await staff.addPartner({ firstName: 'Səfər', lastName: `Nömrə${count}` });
  await storeAdminSession(page);
  await page.goto('/admin/dashboard');
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit' }) });
  const search = page.getByPlaceholder('Search by name...');
  await search.fill('sefer nomre3');
  await expect(rows).toHaveCount(20);
  await search.press('Enter');
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/fullName=/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rows).toHaveCount(20);
  await search.fill('SƏFƏR');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Last' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('21');
  await page.reload();
  await expect(rows).toHaveCount(3);
  await search.fill('heç kim');
  await search.press('Enter');
  await expect(page.getByText('No Partners Found')).toBeVisible();
});

test('a partner added elsewhere appears without a reload', async ({ page, staff }) => {
  await page.clock.install();
  await storeAdminSession(page);
  const screen = new AdminScreen(page, '');
  await screen.open('?fullName=uzaqdan');
  await expect(page.getByText('No Partners Found')).toBeVisible();
  await staff.addPartner({ firstName: 'Uzaqdan', lastName: 'Gələn' });
  await passPoll(page);
  await expect(page.getByText('Uzaqdan Gələn')).toBeVisible();
});

test.describe('when the server is unreachable', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|fetch/] });

  test('the list shows an error and loads again on Refresh Page', async ({ page }) => {
    await storeAdminSession(page);
    await page.route('**/api/admin/partners?**', (route) => route.abort());
    await page.goto('/admin/dashboard?page=1&fullName=x');
    await expect(page.getByText('Oops! Something went wrong')).toBeVisible();
    await expect(page.getByText('Failed to load partners')).toBeVisible();
    await expectAccessible(page);
    await new AdminScreen(page, '').refreshPage('**/api/admin/partners?**');
    await expect(page.getByText('Oops! Something went wrong')).toBeHidden();
  });
});

test('on a phone rows are readable cards', async ({ page, staff }) => {
  await staff.addPartner({ firstName: 'Telefon', lastName: 'Baxışı' });
  await page.setViewportSize(PHONE);
  await storeAdminSession(page);
  await page.goto('/admin/dashboard');
  await expect(page.getByText('Telefon Baxışı')).toBeVisible();
  await expectAccessible(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
