import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Page } from '@playwright/test';
import {
  DERIVED,
  DESK,
  expect,
  expectAccessible,
  storeAdminSession,
  test,
} from '../../fixtures.ts';
import { createPanoramic } from '../../sample-files.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

test.use({ viewport: DESK });

const SLICES = 12;

/** A folder as a device writes it: slices without an extension, and files that are no pictures. */
async function ctFolder(parent: string, side = 64): Promise<string> {
  const folder = join(parent, 'CT');
  await mkdir(join(folder, 'SERIES1'), { recursive: true });
  await writeFile(join(folder, 'readme.txt'), 'Viewer');
  for (let index = 0; index < SLICES; index += 1) {
    const pixels = Uint16Array.from({ length: side * side }, (_, at) => (at * (index + 1)) % 4096);
    const bytes = ctSlice({
      width: side,
      height: side,
      instance: index + 1,
      pixels,
      position: [0, 0, index * 0.5],
    });
    await writeFile(join(folder, 'SERIES1', `I${index}`), bytes);
  }
  return folder;
}

async function openNewCheckup(page: Page, partner: string) {
  await page.goto('/admin/dashboard/checkups');
  await page.getByRole('button', { name: 'Add Checkup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  await dialog.getByPlaceholder('Search partners...').fill(partner);
  await page.getByRole('option', { name: new RegExp(partner) }).click();
  return dialog;
}

async function chooseFolder(page: Page, folder: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await choosing).setFiles(folder);
  await expect(page.getByText('CT.zip')).toBeVisible();
  await expect(page.locator('input[name=firstName]')).toHaveValue('Nigar');
}

async function confirmAdding(page: Page, answer = 'Bəli'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  await dialog.getByRole('button', { name: 'Add Checkup' }).click();
  await page.getByRole('button', { name: answer }).click();
}

async function save(page: Page, answer?: string): Promise<void> {
  await confirmAdding(page, answer);
  await expect(page.getByText('Müayinə uğurla əlavə edildi')).toBeVisible();
}

test('a folder of slices fills in the form and becomes one volume', async ({
  page,
  staff,
}, info) => {
  const folder = await ctFolder(info.outputDir);
  await staff.addPartner({ lastName: 'Qovluqova' });
  await storeAdminSession(page);
  const dialog = await openNewCheckup(page, 'Qovluqova');
  await chooseFolder(page, folder);
  await expect(dialog.locator('input[name=lastName]')).toHaveValue('Hüseynova');
  await expect(dialog.locator('input[name=name]')).toHaveValue('KLKT');
  await expectAccessible(page);
  await save(page);

  const row = page.getByRole('row', { name: /Nigar Hüseynova/ }).filter({ hasText: 'Qovluqova' });
  await row.getByRole('button', { name: 'X-ray files' }).click();
  const files = page.getByRole('dialog', { name: /X-ray files/ });
  await expect(files.getByText('KLKT · 64 × 64 × 12 · 0,5 mm')).toBeVisible(DERIVED);
  await expect(files.getByText('1 fayl şəkil kimi göstərilmir')).toBeVisible();
  await expectAccessible(page);
  await files.getByRole('button', { name: 'Open CT.zip' }).click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.stage).toBeVisible();
  await expect(viewer.main.getByText('CT.zip · KLKT · 64 × 64 × 12 · 0,5 mm')).toBeVisible();
  await expectAccessible(page);
});

test('a folder that was interrupted by a reload is continued: only missing chunks are sent', async ({
  page,
  staff,
}, info) => {
  // 12 slices of 0.7 MB are 5 chunks.
  const folder = await ctFolder(info.outputDir, 600);
  await staff.addPartner({ lastName: 'Kəsilmişova' });
  await storeAdminSession(page);
  const sent: string[] = [];
  await page.route('**/upload-chunk', async (route) => {
    sent.push(route.request().method());
    // The third chunk stays on its way until the page is left.
    if (sent.length !== 3) await route.continue();
  });
  await openNewCheckup(page, 'Kəsilmişova');
  await chooseFolder(page, folder);
  await confirmAdding(page);
  await expect.poll(() => sent.length).toBe(3);
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();

  await openNewCheckup(page, 'Kəsilmişova');
  await chooseFolder(page, folder);
  await save(page);
  expect(sent).toHaveLength(3 + 3);
  const row = page.getByRole('row', { name: /Nigar Hüseynova/ }).filter({ hasText: 'Kəsilmişova' });
  await row.getByRole('button', { name: 'X-ray files' }).click();
  const files = page.getByRole('dialog', { name: /X-ray files/ });
  await expect(files.getByText('KLKT · 600 × 600 × 12 · 0,5 mm')).toBeVisible(DERIVED);
});

test("another patient's file is a warning in the form and in the list, and is saved after a question", async ({
  page,
  staff,
}) => {
  await staff.addPartner({ lastName: 'Yanlışova' });
  await storeAdminSession(page);
  const dialog = await openNewCheckup(page, 'Yanlışova');
  await dialog.locator('input[name=firstName]').fill('Orxan');
  await dialog.locator('input[name=lastName]').fill('Əliyev');
  const buffer = createPanoramic({ firstName: 'Nigar', lastName: 'Hüseynova' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'opg.dcm', mimeType: 'application/dicom', buffer });
  await expect(dialog.getByText('Faylda: Nigar Hüseynova')).toBeVisible();
  await expectAccessible(page);
  await save(page, 'Yenə də əlavə et');
  const row = page.getByRole('row', { name: /Orxan Əliyev/ }).filter({ hasText: 'Yanlışova' });
  await expect(row.getByText('Faylda: Nigar Hüseynova')).toBeVisible(DERIVED);
  await expectAccessible(page);
});

test('a damaged file shows the reason, can be downloaded, and is tried again', async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner({ lastName: 'Zədəliyeva' });
  const bytes = createPanoramic({ firstName: 'Nigar', lastName: 'Hüseynova' }).subarray(0, 700);
  const files = { 'opg.dcm': Buffer.from(bytes) };
  await staff.whenDerived(await staff.addCheckup(partner._id, files));
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/checkups');
  const row = page.getByRole('row').filter({ hasText: 'Zədəliyeva' });
  await expect(row.getByText('Önbaxış alınmadı')).toBeVisible();
  await row.getByRole('button', { name: 'X-ray files' }).click();
  const dialog = page.getByRole('dialog', { name: /X-ray files/ });
  await expect(dialog.getByText(/^Fayl zədələnib/)).toBeVisible();
  await expectAccessible(page);
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download opg.dcm' }).click();
  expect((await arriving).suggestedFilename()).toBe('opg.dcm');
  const retried = page.waitForResponse((response) => response.url().endsWith('/derive'));
  await dialog.getByRole('button', { name: 'Yenidən emal et: opg.dcm' }).click();
  expect((await retried).status()).toBe(200);
  await expect(page.getByText('Fayl yenidən emal olunur')).toBeVisible();
});
