import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../fixtures.ts';
import { Office } from '../office.ts';
import { createBars, picture } from '../sample-files.ts';
import type { Staff } from '../staff.ts';

/** A family name that no other journey uses. */
const family = () => `Tapılmaz${crypto.randomUUID().replaceAll(/[^a-z]/g, '')}`;

async function addResults(staff: Staff) {
  const { partner, password } = await staff.addPartner();
  for (const [firstName, lastName, status] of [
    ['Nigar', 'Hüseynova', 'completed'],
    ['İlqar', 'Şükürov', 'pending'],
  ] as const)
    await staff.addCheckup(
      partner._id,
      { 'opg.dcm': createBars({ firstName, lastName }) },
      { firstName, lastName, status },
    );
  return { partner, login: { email: partner.email, password } };
}

const patients = (page: Page) => page.getByText(/^(Nigar Hüseynova|İlqar Şükürov)$/);

for (const { name, viewport } of [
  { name: 'a phone', viewport: PHONE },
  { name: 'a desk computer', viewport: DESK },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport });
    const isPhone = viewport === PHONE;

    test('a doctor finds a patient, narrows the list, and returns to it by Back', async ({
      page,
      staff,
    }) => {
      const { login } = await addResults(staff);
      await storePartnerSession(page, login);
      await page.goto('/partner/dashboard/rentgen');
      await expect(patients(page)).toHaveCount(2);
      const search = page.getByRole('searchbox', { name: 'Pasiyentin adı ilə axtarış' });
      await search.fill('sukur');
      await search.press('Enter');
      await expect(patients(page)).toHaveText(['İlqar Şükürov']);
      await expect(page).toHaveURL('/partner/dashboard/rentgen?name=sukur');
      if (isPhone) await page.getByRole('button', { name: 'Filtrlər', exact: true }).click();
      await page.getByLabel('Vəziyyət').selectOption('Tamamlandı');
      await expect(page.getByText('Axtarışa uyğun nəticə tapılmadı')).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByText('Axtarışa uyğun nəticə tapılmadı')).toBeVisible();
      await page.goBack();
      await expect(patients(page)).toHaveText(['İlqar Şükürov']);
      await page.goForward();
      await page.getByRole('button', { name: 'Filtrləri təmizlə' }).last().click();
      await expect(patients(page)).toHaveCount(2);
      await expect(page).toHaveURL('/partner/dashboard/rentgen');
    });

    test('a doctor looks through the new results only', async ({ page, staff }) => {
      const { login } = await addResults(staff);
      await storePartnerSession(page, login);
      await page.goto('/partner/dashboard/rentgen');
      const toggle = page.getByRole('button', { name: /^Yalnız yeni/ });
      await toggle.click();
      await expect(toggle).toHaveAttribute('aria-pressed', 'true');
      await expect(patients(page)).toHaveText(['Nigar Hüseynova']);
      await expect(page).toHaveURL('/partner/dashboard/rentgen?unseen=true');
      if (isPhone) await page.getByRole('button', { name: 'Filtrlər', exact: true }).click();
      await page.getByLabel('Dövr').selectOption('Günləri seçin');
      await page.getByLabel('Son', { exact: true }).fill('19.11.2020');
      await expect(page).toHaveURL(/[?&]to=2020-11-19/);
      await expect(page.getByText('Axtarışa uyğun nəticə tapılmadı')).toBeVisible();
      await expectAccessible(page);
    });

    test('staff search everything by the keyboard or the button, and go to what they found', async ({
      page,
      staff,
      server,
    }) => {
      const lastName = family();
      const { partner } = await staff.addPartner({ firstName: 'Aytən', lastName });
      await staff.addCheckup(partner._id, { 'opg.png': await picture() }, { lastName });
      const office = await Office.open(server.url);
      await office.addClinic(`${lastName} Klinika`, await picture());
      await storeAdminSession(page);
      await page.goto('/admin/dashboard/payments');
      await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
      const box = page.getByRole('combobox', { name: 'Search by name' });
      if (isPhone) await page.getByRole('button', { name: 'Find anything' }).click();
      else await page.keyboard.press('Control+K');
      await expect(box).toBeFocused();
      await expectAccessible(page);
      await box.fill(lastName.toUpperCase().replaceAll('I', 'ı'));
      await expect(page.getByRole('option')).toHaveCount(3);
      await expect(page.getByRole('group', { name: 'Checkups' })).toContainText('Nigar');
      await expect(page.getByText('3 results')).toBeVisible();
      await expectAccessible(page);
      await box.press('ArrowDown');
      await expect(page.getByRole('option', { name: `Nigar ${lastName}` })).toHaveAttribute(
        'data-highlighted',
      );
      await box.press('Enter');
      await expect(page.getByRole('heading', { name: 'Checkups' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(`Nigar ${lastName}`)).toBeVisible();
      await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/admin/dashboard/payments');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      if (isPhone) await page.getByRole('button', { name: 'Find anything' }).click();
      else await page.keyboard.press('Control+K');
      await box.fill('qwzxkuv');
      await expect(page.getByText('Nothing found for “qwzxkuv”')).toBeVisible();
      await box.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL('/admin/dashboard/payments');
    });

    test('staff work through what has no X-ray files, the longest waiting first', async ({
      page,
      staff,
      server,
    }) => {
      const { partner } = await staff.addPartner({ lastName: family() });
      const office = await Office.open(server.url);
      for (const firstName of ['Birinci', 'İkinci']) {
        const form = new FormData();
        form.set(
          'file',
          new File([new Uint8Array(await picture())], 'opg.png', { type: 'image/png' }),
        );
        form.set('firstName', firstName);
        form.set('lastName', 'Pasiyent');
        await office.asPartner(partner, '/api/partner/misc/create-checkup', form);
      }
      await storeAdminSession(page);
      await page.goto(`/admin/dashboard/checkups?partner=${partner._id}`);
      const names = page.getByText(/^(Birinci|İkinci) Pasiyent$/);
      await expect(names).toHaveText(['İkinci Pasiyent', 'Birinci Pasiyent']);
      await page.getByRole('combobox', { name: 'X-ray files' }).click();
      await page.getByRole('option', { name: 'No X-ray files yet' }).click();
      await expect(names).toHaveText(['Birinci Pasiyent', 'İkinci Pasiyent']);
      await expect(page.getByText('waiting 1 minute').first()).toBeVisible();
      await expect(page).toHaveURL(/[?&]xrays=none/);
      await expectAccessible(page);
      await page.reload();
      await expect(names).toHaveText(['Birinci Pasiyent', 'İkinci Pasiyent']);
      await page.goBack();
      await expect(names).toHaveText(['İkinci Pasiyent', 'Birinci Pasiyent']);
    });
  });
