import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';

test.use({ viewport: DESK });

test('a folded group of the menu stays folded after a reload', async ({ page }) => {
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/labs');
  const menu = page.getByRole('navigation', { name: 'Sections' });
  const group = menu.getByRole('button', { name: 'Machines and access' });
  const devices = menu.getByRole('link', { name: 'Devices' });
  await expect(devices).toBeVisible();
  await group.click();
  await expect(devices).toBeHidden();
  await expectAccessible(page);
  await page.reload();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(devices).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(devices).toBeVisible();
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menyu' }).click();
  await expect(devices).toBeHidden();
  await group.click();
  await devices.click();
  await expect(page).toHaveURL(/\/devices$/);
});

test('a link asks before it leaves unsaved settings, and Back leads to them again', async ({
  page,
}) => {
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/settings');
  const name = page.getByLabel('Name of the clinic');
  await name.fill('Başqa ad');
  const labs = page.getByRole('link', { name: 'Labs', exact: true });
  await labs.click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Başqa ad');
  await labs.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  // The address changes before the screen does.
  await expect(page.getByRole('heading', { name: 'Labs', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(name).not.toHaveValue('Başqa ad');
});

test('Back asks before it leaves unsaved settings, and the discarded input is gone at once', async ({
  page,
}) => {
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/labs');
  await page.getByRole('link', { name: 'Clinic settings', exact: true }).click();
  const name = page.getByLabel('Name of the clinic');
  const saved = await name.inputValue();
  const question = page.getByRole('alertdialog');
  for (const answer of ['Go on editing', 'Discard']) {
    await name.fill('Başqa ad');
    // Playwright goes back sooner than a person: the form gets its history entry in the task after the input.
    await expect(question).toBeHidden();
    await page.waitForFunction(() => history.state?.over === 1);
    await page.goBack();
    await expect(page).toHaveURL(/\/settings$/);
    await question.getByRole('button', { name: answer }).click();
  }
  await expect(page).toHaveURL(/\/labs$/);
  await expect(page.getByRole('heading', { name: 'Labs', level: 1 })).toBeVisible();
  await page.goForward();
  await expect(name).toHaveValue(saved);

  // The form is still there until the next screen is loaded.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await name.fill('Başqa ad');
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveValue(saved);
  release();
  await expect(page).toHaveURL(/\/devices$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(name).toHaveValue(saved);
});
