import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  partnerWithPicture,
  passPollsUntilVisible,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { MiB, picture, Samples, sha256 } from '../../sample-files.ts';
import { measureContrast } from '../../viewer/greys.ts';
import { fingers } from '../../viewer/touch.ts';
import { useMobileData, ViewerScreen } from '../../viewer/viewer-screen.ts';

test.use({ viewport: PHONE });

const text = Buffer.from('Rəy: dəyişiklik yoxdur.\n');

async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test('a doctor sees pictures at once, opens one, and downloads the rest', {
  tag: '@screen',
}, async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner({ firstName: 'Röya' });
  const files = { 'panoram.png': await picture(), 'rəy.txt': text };
  await staff.whenDerived(await staff.addCheckup(partner._id, files));
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  const open = page.getByRole('button', { name: /^Aç: panoram\.png/ });
  await expect(open.locator('img')).toBeVisible();
  const list = page.getByRole('region', { name: 'Rentgen nəticələri' });
  await expect(list.getByText('Tamamlandı')).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await open.click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.stage).toBeVisible();
  await expectAccessible(page);
  await viewer.close.click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Yüklə: rəy\.txt/ }).click();
  expect((await arriving).suggestedFilename()).toBe('rəy.txt');

  await page.setViewportSize(DESK);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Ad',
    'Müayinə',
    'Tarix',
    'Fayllar',
    'Status',
  ]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('a DICOM panoramic has a preview; one that cannot be rendered is only downloaded', async ({
  page,
  staff,
}) => {
  const samples = await Samples.make();
  const { path } = await samples.panoramic();
  const { path: noise } = await samples.large('klkt.dcm', MiB);
  const { partner, password } = await staff.addPartner();
  const drawn = { 'opg.dcm': await readFile(path) };
  await useMobileData(page);
  const other = { 'klkt.dcm': await readFile(noise) };
  await staff.whenDerived(await staff.addCheckup(partner._id, drawn));
  await staff.whenDerived(await staff.addCheckup(partner._id, other, { firstName: 'Lalə' }));
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  const viewButton = page.getByRole('button', { name: /^Bax: opg\.dcm/ });
  await expect(viewButton).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Bax: klkt\.dcm/ })).toHaveCount(0);
  await expectAccessible(page);
  await viewButton.first().click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.badge).toHaveText('önbaxış 1/2');
  await viewer.main.getByRole('button', { name: /^Tam ölçü · / }).click();
  await expect(viewer.badge).toHaveText('tam ölçü');
  expect(measureContrast(await viewer.greys(), [0.1, 0.45], [0.9, 0.55])).toBeGreaterThan(5);
  await expectAccessible(page);
  const arriving = page.waitForEvent('download');
  await viewer.download.click();
  expect(await sha256(await (await arriving).path())).toBe(await sha256(path));
  await samples.remove();
});

test('pressing Rentgen costs at most one call and 60 KB of new code until the list is shown', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'rəy.txt': text });
  await storePartnerSession(page, { email: partner.email, password });
  // A partner who has not opened the list since the welcome page: the prefetched copy is too old to be used.
  await page.goto('/partner/dashboard/profile');
  await expect(page.getByLabel('Mesajınız')).toBeVisible();
  const calls: string[] = [];
  const code: Promise<number>[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      // A script that is still loading when the page closes is not counted.
      code.push(
        request.sizes().then(
          (sizes) => sizes.responseBodySize,
          () => 0,
        ),
      );
  });
  await page.getByRole('link', { name: 'Rentgen' }).click();
  await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain('/api/partner/misc/checkups');
  const bytes = (await Promise.all(code)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(60 * 1024);
});

test.describe('under fingers', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('pulling the list down reloads it, and scrolling only scrolls', async ({ page, staff }) => {
    const { partner, password } = await staff.addPartner();
    for (const firstName of ['Aygün', 'Lalə', 'Səid'])
      await staff.addCheckup(partner._id, { 'panoram.png': await picture() }, { firstName });
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await expect(page.getByText('Səid Hüseynova')).toBeVisible();
    await staff.addCheckup(partner._id, { 'rəy.txt': text }, { firstName: 'Təzə' });
    const lists: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/misc/checkups')) lists.push(request.url());
    });
    const { move } = await fingers(page);

    await move([
      [
        [200, 600],
        [200, 300],
      ],
    ]);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await move([
      [
        [200, 300],
        [200, 420],
      ],
    ]);
    expect(lists).toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await move([
      [
        [200, 200],
        [200, 260],
      ],
    ]);
    expect(lists).toEqual([]);

    await move(
      [
        [
          [200, 200],
          [205, 400],
        ],
      ],
      () => expectAccessible(page),
    );
    await expect(page.getByText('Təzə Hüseynova')).toBeVisible();
    expect(lists).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Yenilə' })).toBeVisible();
  });
});

test('ten a page, newest first', async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  for (let count = 0; count < 11; count += 1)
    await staff.addCheckup(partner._id, { 'a.txt': text }, { firstName: `Pasiyent${count}` });
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Pasiyent10 Hüseynova')).toBeVisible();
  await expect(page.getByText('Pasiyent0 Hüseynova')).toBeHidden();
  await page.getByRole('button', { name: '2', exact: true }).click();
  await expect(page.getByText('Pasiyent0 Hüseynova')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
});

test('no partner sees the X-rays of another', async ({ page, staff }) => {
  const { partner: other } = await staff.addPartner();
  await staff.addCheckup(other._id, { 'a.txt': text }, { firstName: 'Özgə' });
  const { partner, password } = await staff.addPartner();
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Hələ rentgen nəticəsi yoxdur')).toBeVisible();
  await expect(page.getByText('Özgə')).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('when files cannot be downloaded', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|40\d|50\d/] });

  test('a failed download shows an error and opens the file directly after two seconds', async ({
    page,
    staff,
    context,
  }) => {
    const { partner, password } = await staff.addPartner();
    await staff.addCheckup(partner._id, { 'rəy.txt': text });
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await page.route('**/public/uploads/**', (route) => route.fulfill({ status: 403 }));
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: /^Yüklə: rəy\.txt/ }).click();
    await expect(page.getByText('Fayl yüklənə bilmədi')).toBeVisible();
    expect((await opening).url()).toContain('/public/uploads/checkupFiles/');
  });

  test('an interrupted download continues where it stopped', async ({ page, staff, server }) => {
    const samples = await Samples.make();
    const file = await samples.large('klkt.dcm', 16 * MiB);
    const { partner, password } = await staff.addPartner();
    await staff.addCheckup(partner._id, { 'klkt.dcm': await readFile(file.path) });
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    const devtools = await page.context().newCDPSession(page);
    const line = { offline: false, latency: 20, uploadThroughput: -1 };
    await devtools.send('Network.emulateNetworkConditions', {
      ...line,
      downloadThroughput: 4 * MiB,
    });
    const ranges: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/public/uploads/')) ranges.push(request.headers().range);
    });
    // It arrives after the restart of the server, which takes most of a minute beside other steps.
    const arriving = page.waitForEvent('download', { timeout: 0 });
    await page.getByRole('button', { name: /^Yüklə: klkt\.dcm/ }).click();
    const progress = page.getByRole('progressbar', { name: 'klkt.dcm' });
    await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(4 * MiB);
    await server.kill();
    await expect(page.getByText(/Bağlantı kəsildi/)).toBeVisible();
    await server.restart();
    const download = await arriving;
    expect(await sha256(await download.path())).toBe(file.sha256);
    expect(ranges[0]).toBeUndefined();
    const continued = ranges.filter((range) => range !== undefined);
    expect(continued.length).toBeGreaterThan(0);
    for (const range of continued) expect(Number(/\d+/.exec(range)?.[0])).toBeGreaterThan(4 * MiB);
    await samples.remove();
  });

  test('a broken picture is replaced by a placeholder', async ({ page, staff }) => {
    const login = await partnerWithPicture(staff);
    await storePartnerSession(page, login);
    await page.route('**/public/uploads/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('/partner/dashboard/rentgen');
    await expect(page.getByText('Hüseynova')).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('a session that ends during work asks for sign-in above the page', async ({
    page,
    staff,
  }) => {
    const { partner, password } = await staff.addPartner();
    await staff.addCheckup(partner._id, { 'rəy.txt': text });
    await page.clock.install();
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
    await staff.resetPassword(partner._id, 'təzə-şifrə');
    const dialog = page.getByRole('dialog', { name: 'Sessiyanız bitib' });
    await passPollsUntilVisible(page, dialog);
    await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
    await dialog.locator('input[name=email]').fill(partner.email);
    await dialog.locator('input[name=password]').fill('təzə-şifrə');
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
  });
});
