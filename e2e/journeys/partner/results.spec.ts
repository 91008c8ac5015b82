import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PARTNER_POLL,
  PHONE,
  passPoll,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';
import type { Staff } from '../../staff.ts';

const NAME = { firstName: 'Nigar', lastName: 'Hüseynova' };

async function addResult(staff: Staff) {
  const { partner, password } = await staff.addPartner();
  const { _id } = await staff.addCheckup(partner._id, { 'opg.dcm': createBars(NAME) });
  return { id: _id, login: { email: partner.email, password } };
}

const bar = (page: Page) =>
  page.getByRole('navigation', { name: 'Bölmələr' }).getByRole('link', { name: 'Rentgen' });

for (const { name, viewport } of [
  { name: 'a phone', viewport: PHONE },
  { name: 'a desk computer', viewport: DESK },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('a link in a message opens the result after the sign-in, and it is not new any more', {
      tag: viewport === PHONE ? '@screen' : [],
    }, async ({ page, staff, browser, server }) => {
      const { id, login } = await addResult(staff);
      const other = await browser.newPage({ viewport, baseURL: server.url });
      await storePartnerSession(other, login);
      await other.clock.install();
      await other.goto('/partner/dashboard/rentgen');
      await expect(other.getByText('Yeni', { exact: true })).toBeVisible();
      await expect(bar(other)).toContainText('1');
      await expectAccessible(other);

      await page.goto(`/partner/dashboard/rentgen/${id}`);
      await page.getByLabel('Email').fill(login.email);
      await page.getByLabel('Şifrə', { exact: true }).fill(login.password);
      await page.getByRole('button', { name: 'Daxil ol' }).click();
      await expect(page).toHaveURL(`/partner/dashboard/rentgen/${id}`);
      await expect(page.getByRole('heading', { name: 'Nigar Hüseynova' })).toBeVisible();
      await expect(bar(page)).toHaveText('Rentgen');
      await expectAccessible(page);

      await passPoll(other, PARTNER_POLL);
      await expect(bar(other)).toHaveText('Rentgen');
      await expect(other.getByText('Yeni', { exact: true })).toHaveCount(0);
      await other.close();
    });

    test('a doctor is told that no e-mail is sent, and its box waits until it is', {
      tag: viewport === PHONE ? '@screen' : [],
    }, async ({ page, staff }) => {
      const { login } = await addResult(staff);
      await storePartnerSession(page, login);
      await page.goto('/partner/dashboard/profile');
      await page.getByRole('link', { name: /^Bildirişlər/ }).click();
      const email = page.getByRole('checkbox', { name: 'E-poçtla bildiriş göndərilsin' });
      await expect(email).toBeChecked();
      await expect(page.getByRole('note')).toContainText('Hazırda e-poçt bildirişləri göndərilmir');
      await expectAccessible(page);
      await expect(email).toBeDisabled();
    });
  });
