import { archPhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import type { Page } from '@playwright/test';
import { expect, storePartnerSession } from '../fixtures.ts';
import { createBars } from '../sample-files.ts';
import type { Staff } from '../staff.ts';
import { useMobileData, ViewerScreen } from './viewer-screen.ts';

export const PATIENT = { firstName: 'Nigar', lastName: 'Hüseynova' };

export const LIST = '/partner/dashboard/rentgen';

/** A partner opens the first of these files of a new examination from the list; a phone is on mobile data. */
export async function openFiles(
  page: Page,
  staff: Staff,
  files: Record<string, Buffer>,
  { isTouch = false } = {},
): Promise<ViewerScreen> {
  const { partner, password } = await staff.addPartner();
  await staff.whenDerived(await staff.addCheckup(partner._id, files));
  await storePartnerSession(page, { email: partner.email, password });
  if (isTouch) await useMobileData(page);
  return openFromList(page, Object.keys(files)[0] ?? '', { isTouch });
}

/** Opens a file of the newest examination that has it. */
export async function openFromList(
  page: Page,
  name: string,
  { isTouch = false } = {},
): Promise<ViewerScreen> {
  await page.goto(LIST);
  const viewer = new ViewerScreen(page, { isTouch });
  await viewer.press(page.getByRole('button', { name: `Bax: ${name}` }).first());
  await expect(viewer.stage).toBeVisible();
  return viewer;
}

/** A panoramic and an earlier one, at full size. */
export async function openPanoramic(
  page: Page,
  staff: Staff,
  level: string | RegExp = 'tam ölçü',
): Promise<ViewerScreen> {
  const files = { 'opg.dcm': createBars(PATIENT), 'əvvəlki.dcm': createBars(PATIENT) };
  const viewer = await openFiles(page, staff, files);
  await expect(viewer.badge).toHaveText(level);
  return viewer;
}

/** A CBCT of a lower jaw of known geometry: 96 voxels of 0.9 mm along each side, in one file. */
const jawVolume = (): Buffer => multiFrameFile(scanPhantom(archPhantom(), { side: 96 }));

/** That CBCT at full size, on a phone at half of it. */
export async function openJaw(page: Page, staff: Staff, isTouch: boolean): Promise<ViewerScreen> {
  const viewer = await openFiles(page, staff, { 'klkt.dcm': jawVolume() }, { isTouch });
  await expect(viewer.badge).toHaveText(isTouch ? /^önbaxış 1\/2$/ : /^tam ölçü$/);
  return viewer;
}

/** Waits for the request that saves an annotation of this kind. */
export const waitForSaving = (page: Page, kind: string) =>
  page.waitForResponse(
    (response) =>
      /\/annotations(\/|$)/.test(new URL(response.url()).pathname) &&
      ['POST', 'PUT'].includes(response.request().method()) &&
      response.request().postData()?.includes(`"${kind}"`) === true,
  );
