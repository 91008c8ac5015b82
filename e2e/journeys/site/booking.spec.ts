import type { SavedSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { openCalendar } from '@deqiq/testkit/http/public-calendar.ts';
import { MailServer } from '@deqiq/testkit/mail/mail-server.ts';
import { epointKeys, epointStandIn } from '@deqiq/testkit/providers/payment-providers.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, PHONE, onOwnServer as test } from '../../fixtures.ts';
import { Office } from '../../office.ts';
import { signedInStaff } from '../../staff.ts';

test.use({ viewport: PHONE, reducedMotion: 'reduce' });

const patient = {
  fullName: 'Nigar Hüseynova',
  email: 'nigar@example.az',
  phone: '0501234567',
  partnerFullName: 'Aytən Məmmədova',
};

test.beforeAll(async ({ server }) => openCalendar(await signedInStaff(server.url)));

async function reserve(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(patient))
    await page.locator(`input[name=${name}]`).fill(value);
  await page.locator('main form button[type=submit]').click();
}

/** The page is accessible, and no wider than the phone. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
}

test('a patient reserves, chooses a time in one press, moves it and cancels it', {
  tag: '@screen',
}, async ({ page }) => {
  await page.goto('/qeydiyyat');
  await page.locator('main form').hover();
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true);
  await reserve(page);
  const link = page.getByRole('dialog').getByRole('link', { name: 'Vaxt seçin' });
  await expect(link).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Vaxt seçin' })).toBeVisible();
  await expectGood(page);
  await page.getByRole('region').nth(1).getByRole('button', { name: '10:30' }).click();
  await expect(page.getByRole('heading', { name: 'Vaxtınız təyin edilib' })).toBeVisible();
  await expect(page.getByText(/, 10:30$/)).toBeVisible();
  await expect(page.getByText('Zinət əşyalarını çıxarın')).toBeVisible();
  await expectGood(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Təqvimə əlavə et' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.ics$/);

  await page.getByRole('link', { name: 'RU', exact: true }).click();
  await page.getByRole('link', { name: 'Изменить время' }).click();
  await page.getByRole('region').nth(2).getByRole('button', { name: '11:00' }).click();
  await expect(page.getByText(/, 11:00$/)).toBeVisible();
  await page.getByRole('link', { name: 'Отменить запись' }).click();
  await expectGood(page);
  await page.getByRole('button', { name: 'Да, отменить' }).click();
  await expect(page.getByRole('heading', { name: 'Приём отменён' })).toBeVisible();
  await expectGood(page);
});

test('the page for booking has the price list while an owner shows it', async ({
  page,
  server,
}) => {
  await showPrices(server.url, true);
  await page.goto('/ru/qeydiyyat');
  const row = page.getByRole('table', { name: 'Цены' }).getByRole('row', { name: /^КЛКТ/ });
  await expect(row.getByRole('cell')).toHaveText(['30 минут', '60 AZN']);
  await expectGood(page);
  await showPrices(server.url, false);
  await page.reload();
  await expect(page.getByRole('table')).toHaveCount(0);
});

/** Changes the clinic settings. */
async function showPrices(url: string, isShown: boolean): Promise<void> {
  const path = '/api/admin/clinic-settings';
  const office = await Office.open(url);
  const { version, settings } = await office.send<SavedSettings>('GET', path);
  await office.send('PUT', path, { version, settings: { ...settings, showPrices: isShown } });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a patient reserves and chooses a time', async ({ page }) => {
    await page.goto('/qeydiyyat');
    await reserve(page);
    await page.getByRole('link', { name: 'Vaxt seçin' }).click();
    await page.getByRole('region').nth(1).getByRole('button', { name: '09:15' }).click();
    await expect(page.getByRole('heading', { name: 'Vaxtınız təyin edilib' })).toBeVisible();
  });
});

interface Reached {
  readonly mail: MailServer;
  readonly server: ServerProcess;
}

/** A clinic that reaches its visitors by e-mail. */
const withMail = test.extend<object, Reached>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const mail = await new MailServer().start();
      await use(mail);
      await mail.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail }, use) => {
      const env = { SMTP_URL: mail.url, MAIL_FROM: 'info@clinic.example' };
      const server = await startServer({ logLevel: 'error', env });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
});

/** The path in the next message to the patient. */
async function receiveLink({ received }: MailServer): Promise<string> {
  await expect.poll(() => received.length).toBeGreaterThan(0);
  const [message] = received.splice(0);
  return /\/qebul\/[\w-]+/.exec(message?.mail.text ?? '')?.[0] ?? '';
}

withMail.describe('where the clinic sends e-mail', () => {
  withMail(
    'a patient confirms a held time, waits for an earlier one, takes it, and stops messages',
    async ({ page, mail, server }) => {
      const office = await Office.open(server.url);
      await page.goto('/qeydiyyat');
      await page.locator('main form').hover();
      await expect(page.locator('main form')).toHaveJSProperty('noValidate', true);
      await reserve(page);
      await page.getByRole('link', { name: 'Vaxt seçin' }).click();
      await page.getByRole('checkbox', { name: 'e-poçtla' }).check();
      await expectGood(page);
      await page.getByRole('region').nth(2).getByRole('button', { name: '12:00' }).click();
      await expect(page.getByRole('heading', { name: 'Vaxtı təsdiqləyin' })).toBeVisible();
      await expect(page.getByRole('status')).toHaveText(
        'Bu vaxt sizin üçün daha 15 dəqiqə saxlanılır.',
      );
      await expectGood(page);

      await page.goto(await receiveLink(mail));
      await expectGood(page);
      await page.getByRole('button', { name: 'Vaxtı təsdiqlə' }).click();
      await expect(page.getByRole('heading', { name: 'Vaxtınız təyin edilib' })).toBeVisible();
      await page.getByRole('button', { name: 'Daha erkən vaxt istəyirəm' }).click();
      await expect(page.getByText('Daha erkən vaxt gözləyirsiniz.')).toBeVisible();
      await expectGood(page);

      await freeEarlierTime(office);
      await page.reload();
      const offer = page.getByRole('region', { name: 'Daha erkən vaxt boşaldı' });
      await expect(offer).toContainText(', 09:00.');
      await expectGood(page);
      await offer.getByRole('button', { name: 'Bu vaxtı götür' }).click();
      await expect(page.getByText(/, 09:00$/)).toBeVisible();
      await expect(page.getByText('Xatırlatma alacaqsınız: e-poçtla.')).toBeVisible();
      await page.getByRole('button', { name: 'Mesaj göndərməyin' }).click();
      await expect(page.getByText('Xatırlatma alacaqsınız')).toBeHidden();
      await expectGood(page);
    },
  );
});

/** Staff book the first time of the next day, and free it. */
async function freeEarlierTime(office: Office): Promise<void> {
  const { kinds } = await office.send<{ kinds: { _id: string; machines: string[] }[] }>(
    'GET',
    '/api/admin/kinds',
  );
  const { patient: created } = await office.send<{ patient: { _id: string } }>(
    'POST',
    '/api/admin/patients',
    { firstName: 'Leyla', lastName: 'Əliyeva', phone: '0507654321' },
  );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { appointment } = await office.send<{ appointment: { _id: string } }>(
    'POST',
    '/api/admin/appointments',
    {
      kind: kinds[0]?._id,
      device: kinds[0]?.machines[0],
      patient: created._id,
      startsAt: `${tomorrow}T05:00:00.000Z`,
    },
  );
  await office.send('DELETE', `/api/admin/appointments/${appointment._id}`);
}

/** A clinic with ePoint's payment page. */
const withDeposits = test.extend<object, { readonly server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const { server: provider, callTo } = epointStandIn();
      await provider.start();
      const env = {
        PAYMENT_PROVIDER: 'epoint',
        EPOINT_PUBLIC_KEY: epointKeys.publicKey,
        EPOINT_PRIVATE_KEY: epointKeys.privateKey,
        PAYMENT_URL: provider.url,
      };
      const server = await startServer({ logLevel: 'error', env });
      // Only now its port is part of the addresses in its answers.
      await server.end();
      await server.restart();
      callTo(`${server.url}/api/misc/webhooks/payments`);
      await use(server);
      await server.remove();
      await provider.stop();
    },
    { scope: 'worker' },
  ],
});

withDeposits.describe('where a deposit is needed', () => {
  withDeposits(
    'a patient chooses a time, pays on the page of the provider, and cancels in time',
    async ({ page, server }) => {
      await setDeposit(server.url, 15);
      await page.goto('/qeydiyyat');
      await page.locator('main form').hover();
      await expect(page.locator('main form')).toHaveJSProperty('noValidate', true);
      await reserve(page);
      await page.getByRole('link', { name: 'Vaxt seçin' }).click();
      await expect(page.getByText('kartla 15 AZN depozit')).toBeVisible();
      await expectGood(page);
      await page.getByRole('region').nth(3).getByRole('button', { name: '12:00' }).click();
      await expect(page.getByRole('heading', { name: 'Depoziti ödəyin' })).toBeVisible();
      await expectGood(page);

      await page.getByRole('link', { name: '15 AZN ödə' }).click();
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect(page.getByRole('heading', { name: 'Vaxtınız təyin edilib' })).toBeVisible();
      await expect(page.getByText('15 AZN, ödənilib')).toBeVisible();
      await expectGood(page);

      await page.getByRole('link', { name: 'Ləğv et' }).click();
      await expect(page.getByText('15 AZN depozit kartınıza qaytarılacaq.')).toBeVisible();
      await expectGood(page);
      await page.getByRole('button', { name: 'Bəli, ləğv et' }).click();
      await expect(
        page.getByRole('heading', { name: 'Depozit kartınıza qaytarılacaq' }),
      ).toBeVisible();
      await expectGood(page);
    },
  );
});

/** The owner sets the deposit of the kind. */
async function setDeposit(url: string, deposit: number): Promise<void> {
  const office = await Office.open(url);
  const { kinds } = await office.send<{ kinds: { _id: string }[] }>('GET', '/api/admin/kinds');
  for (const { _id, ...kind } of kinds)
    await office.send('PUT', `/api/admin/kinds/${_id}`, { ...kind, deposit });
}
