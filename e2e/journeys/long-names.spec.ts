import type { Page } from '@playwright/test';
import { DESK, expect, storeAdminSession, storePartnerSession, test } from '../fixtures.ts';
import { Office } from '../office.ts';
import { picture } from '../sample-files.ts';

const NARROW = { width: 320, height: 640 };

/** The longest permitted name, without a possible line break. */
const name = 'Ə'.repeat(200);
const fileName = `${'ş'.repeat(90)}.png`;
const email = `${'e'.repeat(60)}@${'k'.repeat(60)}.example`;

test('names of 200 letters widen neither lists nor dialogs', async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner({ firstName: name });
  await staff.addCheckup(partner._id, { [fileName]: await picture() }, { firstName: name });
  await storeAdminSession(page);
  for (const viewport of [DESK, NARROW]) {
    await page.setViewportSize(viewport);
    for (const list of ['', '/checkups']) {
      await page.goto(`/admin/dashboard${list}`);
      const row = page.getByRole('row', { name: /ƏƏƏ/ });
      await expectNoWider(page);
      await row.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question.getByRole('button', { name: 'Bəli' })).toBeInViewport({ ratio: 1 });
      await question.getByRole('button', { name: 'Ləğv et' }).click();
      // The dialog takes a step back in the history, which would abort the next `goto`.
      await page.waitForFunction(() => !history.state?.over);
    }
  }
  await page.getByRole('row', { name: /ƏƏƏ/ }).getByRole('button', { name: 'X-ray files' }).click();
  const remove = page.getByRole('button', { name: `Delete ${fileName}` });
  // To the middle: at an edge, a list scrolls by whole pixels and leaves a third of one outside.
  await remove.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await expect(remove).toBeInViewport({ ratio: 1 });

  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard');
  await expect(page.getByRole('heading', { name: /ƏƏƏ/ })).toBeVisible();
  await expectNoWider(page);
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByRole('button', { name: /^Aç:/ })).toBeVisible();
  await expectNoWider(page);
});

test('no list of the back-office becomes wider when every field of a row is one long word', async ({
  page,
  server,
  staff,
}) => {
  const office = await Office.open(server.url);
  const image = await picture();
  const texts = { firstName: name, lastName: name, instagram: name, clinicName: name, email };
  const { partner } = await staff.addPartner({ ...texts, phone: '5'.repeat(40) });
  await staff.addCheckup(
    partner._id,
    { [fileName]: image },
    { firstName: name, lastName: name, name },
  );
  await office.addLab(partner, name);
  await office.addClinic(name, image, { phone: name, instagram: name });
  await office.addDoctor(name, image, { firstName: name, phone: name, clinicName: name });
  await office.giveBalance(partner, 1);
  await office.asPartner(partner, '/api/partner/misc/demand-payment', { gift: 'all' });
  await office.asPartner(partner, '/api/partner/misc/report', { message: name });
  const visitor = { fullName: name, email, phone: '+994 70 222 33 44' };
  for (const [form, more] of [
    ['partner-application', { clinicName: name, clinicPhone: visitor.phone }],
    ['reservation-application', { partnerFullName: name }],
    ['contact-message', { message: name }],
  ] as const)
    await office.asVisitor(`/api/misc/${form}`, { ...visitor, ...more });
  await storeAdminSession(page);
  for (const viewport of [DESK, NARROW]) {
    await page.setViewportSize(viewport);
    for (const list of [
      '',
      '/checkups',
      '/applications/partner',
      '/applications/reservation',
      '/applications/contact',
      '/payments',
      '/partner-stats',
      '/doctors',
      '/clinics',
      '/labs',
      '/reports',
    ]) {
      await page.goto(`/admin/dashboard${list}`);
      const last = page.getByRole('row', { name: /ƏƏƏ/ }).first().getByRole('button').last();
      await last.scrollIntoViewIfNeeded();
      await expect(last, list).toBeInViewport({ ratio: 1 });
      await expectNoWider(page);
    }
  }
});

async function expectNoWider(page: Page): Promise<void> {
  const widths = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(widths).toBe(0);
}
