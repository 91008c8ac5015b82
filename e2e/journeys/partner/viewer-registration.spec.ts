import { archPhantom, spherePhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import type { Page } from '@playwright/test';
import { DEVICES, expect, expectAccessible, storePartnerSession, test } from '../../fixtures.ts';
import type { Staff } from '../../staff.ts';
import { useMobileData, ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFromList, PATIENT } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

const jaw = (rotation: number, seed: number): Buffer =>
  multiFrameFile(scanPhantom(archPhantom({ rotation }), { side: 96, noise: 40, seed }));

/** Three examinations of one patient: an earlier jaw, other anatomy, and the current jaw, which lies askew. */
async function openCurrent(page: Page, staff: Staff, isTouch: boolean): Promise<ViewerScreen> {
  const { partner, password } = await staff.addPartner();
  const files = {
    'earlier.dcm': jaw(0, 1),
    'other.dcm': multiFrameFile(scanPhantom(spherePhantom(), { side: 64, noise: 40 })),
    'current.dcm': jaw(8, 2),
  };
  for (const [name, bytes] of Object.entries(files))
    await staff.whenDerived(await staff.addCheckup(partner._id, { [name]: bytes }, PATIENT));
  await storePartnerSession(page, { email: partner.email, password });
  if (isTouch) await useMobileData(page);
  return openFromList(page, 'current.dcm', { isTouch });
}

/** Presses a button: a finger, or Enter at a desk. */
async function choose(viewer: ViewerScreen, name: string, isTouch: boolean): Promise<void> {
  const button = viewer.main.getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  if (isTouch) await button.tap();
  else await button.press('Enter');
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor aligns an earlier volume, sees the blend and the difference, and undoes it', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openCurrent(page, staff, isTouch);
      await viewer.showLayout('Aksial');
      const panel = await viewer.openMeasurements();
      await viewer.press(panel.getByRole('button', { name: 'earlier.dcm' }));
      const beside = new ViewerScreen(page, { isTouch, stage: 1 });
      await expect(beside.stage).toBeVisible();
      await choose(viewer, 'Uyğunlaşdır', isTouch);
      const aligned = page.getByText('Cari müayinəyə uyğunlaşdırılıb');
      await expect(aligned).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('beside.png') });

      await choose(viewer, 'Üst-üstə', isTouch);
      const share = viewer.main.getByRole('slider', { name: /^Əvvəlki şəkil/ });
      await share.press('ArrowRight');
      await expect(share).toHaveAttribute('aria-valuetext', '55 %');
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('blend.png') });

      await choose(viewer, 'Fərq', isTouch);
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('difference.png') });

      await choose(viewer, 'Uyğunlaşdırmanı ləğv et', isTouch);
      await expect(aligned).toBeHidden();
      await choose(viewer, 'Müqayisəni bağla', isTouch);
      await expect(beside.stage).toHaveCount(0);

      const again = await viewer.openMeasurements();
      await viewer.press(again.getByRole('button', { name: 'other.dcm' }));
      await choose(viewer, 'Uyğunlaşdır', isTouch);
      await expect(page.getByText(/iki müayinədə eyni sahə tapılmadı/)).toBeVisible({
        timeout: 60_000,
      });
    });
  });
