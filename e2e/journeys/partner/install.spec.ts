import { expect, expectAccessible, PHONE, signInAsPartner, test } from '../../fixtures.ts';

test.use({
  viewport: PHONE,
  expectedErrors: [
    /503|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|Failed to fetch/,
  ],
});

test('the partner area can be installed; without a network it shows a message and stores nothing', async ({
  page,
  staff,
  server,
}) => {
  const { partner, password } = await staff.addPartner();
  await signInAsPartner(page, { email: partner.email, password });
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { start_url, display, icons } = await (await page.request.get(String(manifest))).json();
  expect({ start_url, display }).toEqual({
    start_url: '/partner/dashboard',
    display: 'standalone',
  });
  for (const { src } of icons) expect((await page.request.get(src)).ok()).toBe(true);
  // Opened in a new document: the one from the sign-in is not controlled by the service worker.
  await page.goto('/partner/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

  const throughWorker: string[] = [];
  page.on('response', (response) => {
    if (response.fromServiceWorker()) throughWorker.push(new URL(response.url()).pathname);
  });
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Hələ rentgen nəticəsi yoxdur')).toBeVisible();
  expect(throughWorker).toEqual(['/partner/dashboard/rentgen']);

  await server.kill();
  await page.goto('/partner/dashboard/laboratory');
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yoxdur' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await server.restart();
  await page.getByRole('link', { name: 'Yenidən cəhd edin' }).click();
  await expect(page.getByRole('heading', { name: 'Laboratoriya' })).toBeVisible();

  await server.kill();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'İnternet bağlantısı yoxdur' })).toBeVisible();
  await server.restart();
  // The event of the browser when the network is back; without it the page checks every 15 seconds.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Laboratoriya' })).toBeVisible();
});
