import { expect, expectAccessible, PHONE, storePartnerSession, test } from '../../fixtures.ts';

const LIST = '/partner/dashboard/referrals';

/** Smallest side of a target in CSS pixels. */
const TOUCH = 43.5;

test.use({ viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' });

test('a doctor refers a patient on a phone, gives the slip, and follows the state', {
  tag: '@screen',
}, async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard');
  await page.getByRole('link', { name: 'Yeni göndəriş' }).click();
  await expectAccessible(page);
  await page.getByText('İmplant', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'KLKT', exact: true })).toBeChecked();

  const sizes = await page.locator('[data-tooth]').evaluateAll((teeth) =>
    teeth.map((tooth) => {
      const { width, height } = tooth.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );
  expect(sizes).toHaveLength(32);
  expect(Math.min(...sizes)).toBeGreaterThan(TOUCH);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Diş 36' }).click();
  await page.locator('input[name=firstName]').fill('Leyla');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Diş 36' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.locator('input[name=lastName]').fill('Əliyeva');
  await page.locator('input[name=phone]').fill('050 123 45 67');
  await page.getByRole('button', { name: 'Göndər', exact: true }).click();

  const slip = page.getByRole('article', { name: 'Göndəriş vərəqəsi' });
  await expect(slip.getByText('Leyla Əliyeva')).toBeVisible();
  await expect(slip.getByRole('img', { name: 'Göndərişin QR kodu' })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(slip).toBeVisible();
  await expect(page.getByRole('button', { name: 'Çap et' })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await staff.acceptReferral(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await page.goto(LIST);
  await expect(page.getByText('Qəbul edilib · KLKT')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Düzəliş et' })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ləğv et' }).click();
  await page.getByRole('button', { name: 'Göndərişi ləğv et' }).click();
  await expect(page.getByText('Ləğv edilib · KLKT')).toBeVisible();
});
