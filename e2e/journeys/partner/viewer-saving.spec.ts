import { readFile } from 'node:fs/promises';
import { parseCsv } from '@deqiq/testkit/documents/csv.ts';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { DESK, expect, expectAccessible, test } from '../../fixtures.ts';
import { readPdf } from '../../pdf-text.ts';
import { createBars } from '../../sample-files.ts';
import { openFiles, PATIENT, waitForSaving } from '../../viewer/viewer-worlds.ts';

test.use({ viewport: DESK });

const NAME = `${PATIENT.firstName} ${PATIENT.lastName}`;
const DISCLAIMER = 'İlkin diaqnoz üçün deyil';

/** Calls that the tests record instead of opening the device's share sheet and print dialog. */
declare global {
  interface Window {
    shared: { name: string; type: string; bytes: number[] }[];
    prints: number;
  }
}

/** A device with a sheet for pictures and a printer, which say what they were given. */
const addSheetAndPrinter = (page: Page) =>
  page.addInitScript(() => {
    window.shared = [];
    window.prints = 0;
    window.print = () => {
      window.prints += 1;
    };
    navigator.canShare = ({ files = [] } = {}) => files.length > 0;
    navigator.share = async ({ files = [] } = {}) => {
      for (const file of files) {
        const bytes = [...new Uint8Array(await file.arrayBuffer())];
        window.shared.push({ name: file.name, type: file.type, bytes });
      }
    };
  });

async function download(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download');
  await button.click();
  const file = await arriving;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The strip of text below a saved picture of the stage. */
async function stripOf(bytes: Buffer, stageHeight: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const strip = { left: 0, top: stageHeight, width, height: height - stageHeight };
  return sharp(bytes).extract(strip).greyscale().raw().toBuffer();
}

const inkOf = (strip: Buffer): number => strip.filter((value) => value < 128).length;

test('what is on the screen is saved, printed and shared, with the name of the patient or without', async ({
  page,
  staff,
}) => {
  await addSheetAndPrinter(page);
  const viewer = await openFiles(page, staff, { 'opg.dcm': createBars(PATIENT) });
  await expect(viewer.badge).toHaveText('tam ölçü');
  await viewer.chooseTool('Uzunluq');
  const measured = waitForSaving(page, 'length');
  await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.6, 0.5));
  expect((await measured).ok()).toBe(true);
  const panel = await viewer.openMeasurements();
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const { width, height } = await viewer.box();

  const png = await download(page, button('PNG'));
  expect(png.name).toMatch(/^Panoram rentgen .*\.png$/);
  const picture = await sharp(png.bytes).metadata();
  expect(picture).toMatchObject({ format: 'png', width });
  expect(picture.height).toBeGreaterThan(height + 40);
  const { channels } = await sharp(png.bytes).stats();
  expect(channels[0]?.stdev).toBeGreaterThan(10);
  const jpeg = await download(page, button('JPEG'));
  expect(jpeg.name).toMatch(/\.jpg$/);
  expect((await sharp(jpeg.bytes).metadata()).format).toBe('jpeg');

  await button('Paylaş').click();
  await expect.poll(() => page.evaluate(() => window.shared.length)).toBe(1);
  const [shared] = await page.evaluate(() => window.shared);
  expect(shared).toMatchObject({ name: jpeg.name, type: 'image/jpeg' });
  const sheet = await sharp(Buffer.from(shared?.bytes ?? [])).metadata();
  expect(sheet).toMatchObject({ format: 'jpeg', width: picture.width, height: picture.height });

  await button('Çap et').click();
  await expect.poll(() => page.evaluate(() => window.prints)).toBe(1);
  await expect(page.getByAltText(new RegExp(`^${NAME} · Panoram rentgen`))).toHaveCount(1);
  const printed = readPdf(await page.pdf());
  expect(printed).toMatchObject({ pages: 1, pictures: 1 });
  // The browser's own letters are not of one font: nothing but the picture is on the page.
  expect(printed.text).toBe('');

  const csv = await download(page, button('CSV'));
  expect(csv.name).toMatch(/^Panoram rentgen .*\.csv$/);
  const [heads = [], row = [], ...rest] = parseCsv(csv.bytes.toString().slice(1), ';');
  expect(rest).toEqual([]);
  const cell = (head: string) => row[heads.indexOf(head)];
  expect(cell('Pasiyent')).toBe(NAME);
  expect(cell('Növ')).toBe('Uzunluq');
  expect(cell('Vahid')).toBe('mm');
  const shown = await panel.getByRole('button', { name: /^Uzunluq: / }).innerText();
  expect(shown).toContain(cell('Nəticə'));
  const pdf = await download(page, button('PDF'));
  expect(pdf.name).toMatch(/^Panoram rentgen .*\.pdf$/);
  const report = readPdf(pdf.bytes);
  expect(report.pages).toBe(1);
  expect(report.pictures).toBeGreaterThanOrEqual(1);
  for (const text of [NAME, 'Panoram rentgen', 'Uzunluq', cell('Nəticə') ?? '-', DISCLAIMER])
    expect(report.text.replaceAll('\n', ' ')).toContain(text);

  // Without the name.
  await panel.getByRole('checkbox', { name: 'Pasiyentin adı ilə' }).uncheck();
  const nameless = await download(page, button('PNG'));
  expect(nameless.name).toMatch(/^Panoram rentgen .*\.png$/);
  const strips = [await stripOf(png.bytes, height), await stripOf(nameless.bytes, height)];
  const [named = 0, unnamed = 0] = strips.map(inkOf);
  expect(unnamed).toBeGreaterThan(200);
  expect(named).toBeGreaterThan(unnamed + 200);

  // The switch hides it on the screen and in everything that is saved.
  await viewer.main.getByRole('button', { name: 'Adları gizlət' }).click();
  await expect(panel.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
  await expect(viewer.main).not.toContainText(PATIENT.lastName);
  await expect(page).not.toHaveTitle(/opg|Hüseynova/);
  for (const kind of ['PNG', 'JPEG', 'CSV', 'PDF']) {
    const file = await download(page, button(kind));
    expect(file.name).toMatch(/^Panoram rentgen /);
    expect(file.bytes.includes(PATIENT.lastName)).toBe(false);
    if (kind === 'PDF') expect(readPdf(file.bytes).text).not.toContain(PATIENT.lastName);
  }
});

test('a picture is printed at true size, with a ruler', async ({ page, staff }) => {
  await addSheetAndPrinter(page);
  const viewer = await openFiles(page, staff, { 'opg.dcm': createBars(PATIENT) });
  await expect(viewer.badge).toHaveText('tam ölçü');
  const panel = await viewer.openMeasurements();
  const print = panel.getByRole('button', { name: '1:1 çap et' });
  await viewer.chooseTool('Uzunluq');
  const measured = waitForSaving(page, 'length');
  await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.6, 0.5));
  expect((await measured).ok()).toBe(true);
  const text = await panel.getByRole('button', { name: /^Uzunluq: / }).innerText();
  const length = Number(/≈ (\d+) mm/.exec(text)?.[1]);
  await print.click();
  await expect.poll(() => page.evaluate(() => window.prints)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('.print-picture').boundingBox();
  const millimetres = ((printed?.width ?? 0) / 96) * 25.4;
  // The line covers a fifth of the stage.
  expect(Math.abs(millimetres / 5 - length)).toBeLessThan(0.5);
  expect(readPdf(await page.pdf())).toMatchObject({ pages: 1, pictures: 1 });
});
