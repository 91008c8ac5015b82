import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import {
  expect,
  expectAccessible,
  PARTNER_POLL,
  PHONE,
  passPoll,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { createPanoramic } from '../../sample-files.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

test.use({ viewport: PHONE });

/** The list while the pictures are being made. */
function toPending(list: OwnCheckupList): OwnCheckupList {
  const checkups = list.checkups.map((checkup) => ({
    ...checkup,
    xrayFileLinks: checkup.xrayFileLinks.map(({ previewUrl: _, ...file }) => ({
      ...file,
      imaging: { state: 'pending' as const },
    })),
  }));
  return { ...list, checkups };
}

test('a doctor sees the arch while a picture is being made, and then the picture', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  const files = { 'opg.dcm': createPanoramic({ firstName: 'Nigar', lastName: 'Hüseynova' }) };
  await staff.whenDerived(await staff.addCheckup(partner._id, files));
  await page.clock.install();
  let isPending = true;
  await page.route('**/api/partner/misc/checkups*', async (route) => {
    const response = await route.fetch();
    if (!isPending) return route.fulfill({ response });
    return route.fulfill({ json: toPending((await response.json()) as OwnCheckupList) });
  });
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Şəkil hazırlanır').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Bax/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Yüklə: opg\.dcm/ })).toBeVisible();
  await expectAccessible(page);

  isPending = false;
  await passPoll(page, PARTNER_POLL);
  const open = page.getByRole('button', { name: /^Bax: opg\.dcm/ }).first();
  await expect(open.locator('img')).toBeVisible();
  await expect(page.getByText('Şəkil hazırlanır')).toHaveCount(0);
  await expect(page.getByText('Panoramik · 600 × 300 · 20.11.2026')).toBeVisible();
  await expectAccessible(page);
  await open.click();
  await expect(new ViewerScreen(page).stage).toBeVisible();
  await expectAccessible(page);
});
