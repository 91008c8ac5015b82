import type { Page } from '@playwright/test';
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

/** Counts the polls from now on. */
function countPolls(page: Page) {
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/labs?')) polls += 1;
  });
  return () => polls;
}

/** Simulates that another tab, or this one, comes to the front. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

test('a poll leaves the selection, the scrolling and an open form unchanged, and stops in a hidden tab', async ({
  page,
  server,
  staff,
}) => {
  const office = await Office.open(server.url);
  const { partner } = await staff.addPartner({ lastName: 'Sorğulu' });
  for (let count = 10; count < 28; count += 1) await office.addLab(partner, `Sorğu ${count}`);
  await page.clock.install();
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'labs');
  await screen.open('?name=sorgu');
  await expect(screen.rows).toHaveCount(18);

  await page.evaluate(() => scrollTo(0, 300));
  await screen.row('Sorğu 12').evaluate((row) => getSelection()?.selectAllChildren(row));
  const selected = () => page.evaluate(() => String(getSelection()));
  const before = await selected();
  expect(before).toContain('Sorğu 12');
  await office.addLab(partner, 'Sorğu 28');
  await passPoll(page);
  await expect(screen.row('Sorğu 28')).toHaveCount(1);
  // Only its number has changed.
  expect((await selected()).replace(/^\s*\d+/, '')).toBe(before.replace(/^\s*\d+/, ''));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);

  await screen.row('Sorğu 12').getByRole('button', { name: 'Edit' }).click();
  await screen.field('title').fill('Yarımçıq');
  await office.addLab(partner, 'Sorğu 29');
  await passPoll(page);
  await expect(page.getByText('Sorğu 29')).toHaveCount(1);
  await expect(screen.field('title')).toHaveValue('Yarımçıq');
  await expect(screen.field('title')).toBeFocused();
  await page.keyboard.press('Escape');
  await screen.answer('Discard');
  await expect(screen.dialog).toBeHidden();

  await show(page, 'hidden');
  const polls = countPolls(page);
  await office.addLab(partner, 'Sorğu 30');
  await passPoll(page);
  await passPoll(page);
  expect(polls()).toBe(0);
  await show(page, 'visible');
  await expect(screen.row('Sorğu 30')).toHaveCount(1);
  expect(polls()).toBe(1);
});

test.describe('while the server is unreachable', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('a failed poll shows an error and moves no row, nor does the next successful one', async ({
    page,
    server,
    staff,
  }) => {
    const office = await Office.open(server.url);
    const { partner } = await staff.addPartner({ lastName: 'Kəsilən' });
    await office.addLab(partner, 'Kəsik xətt');
    await page.clock.install();
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'labs');
    await screen.open('?name=kesik');
    const row = screen.row('Kəsik xətt');
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
    const failed = page.getByText('Oops! Something went wrong');
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport);
      const before = await top();
      await page.route('**/api/admin/labs?**', (route) => route.abort());
      await passPoll(page);
      await expect(failed).toBeInViewport();
      await expectAccessible(page);
      expect(await top()).toBe(before);
      await page.unroute('**/api/admin/labs?**');
      await passPoll(page);
      await expect(failed).toBeHidden();
      expect(await top()).toBe(before);
    }
  });
});
