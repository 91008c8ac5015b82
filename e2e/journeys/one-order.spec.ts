import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { missesDcmtk, runDcmtk, TITLES } from '@deqiq/testkit/dicom/dcmtk.ts';
import { startIntakeProcess } from '@deqiq/testkit/dicom/intake-process.ts';
import type { Page } from '@playwright/test';
import { AdminScreen } from '../admin-screen.ts';
import { DESK, expect, PHONE, storeAdminSession, storePartnerSession, test } from '../fixtures.ts';
import { ViewerScreen } from '../viewer/viewer-screen.ts';

const QUESTION = 'Sümük hündürlüyü və kanala qədər məsafə?';

/** Attributes of a worklist answer, in the words of dcmtk. */
const KEYS = [
  'PatientName',
  'PatientID',
  'PatientBirthDate',
  'PatientSex',
  'PregnancyStatus',
  'AccessionNumber',
  'StudyInstanceUID',
  'ReferringPhysicianName',
  'RequestedProcedureDescription',
  'ScheduledProcedureStepSequence[0].Modality',
];

/** The doctor sends a referral on a phone. */
async function refer(page: Page): Promise<void> {
  await page.goto('/partner/dashboard/referrals/new');
  await page.getByText('İmplant', { exact: true }).click();
  await page.getByRole('button', { name: 'Diş 36' }).click();
  await page.getByRole('button', { name: 'Diş 46' }).click();
  await page.getByText('Alt çənə', { exact: true }).click();
  await page.locator('input[name=firstName]').fill('Şəfəq');
  await page.locator('input[name=lastName]').fill('Ağayeva');
  await page.locator('input[name=phone]').fill('050 123 45 67');
  await page.getByLabel(/^Doğum tarixi/).fill('07.03.1990');
  await page.getByText('Qadın', { exact: true }).click();
  await page.locator('textarea[name=question]').fill(QUESTION);
  await page.getByRole('button', { name: 'Göndər', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Göndəriş vərəqəsi' })).toBeVisible();
}

/** The values of the only answer by their tags, such as `(0010,0020)`. */
async function findWorklistEntry(port: number): Promise<ReadonlyMap<string, string>> {
  const keys = KEYS.flatMap((key) => ['-k', key === 'PatientName' ? `${key}=Ağayeva*` : key]);
  const characterSet = ['-k', 'SpecificCharacterSet=ISO_IR 192'];
  const words = ['-v', '-W', ...characterSet, ...keys, ...TITLES];
  const { text } = await runDcmtk('findscu', port, words);
  const [, ...answers] = text.split('Find Response: ');
  expect(answers, text).toHaveLength(1);
  const values = (answers[0] ?? '').matchAll(/(\([\da-f]{4},[\da-f]{4}\)) \w\w \[(.*?)[ \0]*\]/g);
  return new Map(Array.from(values, ([, tag = '', value = '']) => [tag, value] as const));
}

/** A picture as the machine makes it, with what the worklist says and nothing else. */
function makePicture(entry: ReadonlyMap<string, string>): Buffer {
  const copied = [
    ['(0008,0050)', 0x0008_0050, 'SH'],
    ['(0010,0020)', 0x0010_0020, 'LO'],
    ['(0010,0030)', 0x0010_0030, 'DA'],
    ['(0010,0040)', 0x0010_0040, 'CS'],
    ['(0020,000d)', 0x0020_000d, 'UI'],
  ] as const;
  return ctSlice({
    width: 64,
    height: 64,
    instance: 1,
    position: [0, 0, 0],
    pixels: Uint16Array.from({ length: 64 * 64 }, (_, at) => at % 4096),
    patient: entry.get('(0010,0010)') ?? '',
    more: copied.map(([name, tag, vr]): Element => ({ tag, vr, value: entry.get(name) ?? '' })),
  });
}

test('what the doctor types reaches the machine, and its picture the doctor', async ({
  page,
  browser,
  server,
  staff,
}) => {
  test.skip(missesDcmtk !== false, String(missesDcmtk));
  test.slow();
  const { partner, password } = await staff.addPartner({ lastName: 'Zamanlı' });
  await page.setViewportSize(PHONE);
  await storePartnerSession(page, { email: partner.email, password });
  await refer(page);

  const desk = await (await browser.newContext({ viewport: DESK })).newPage();
  await storeAdminSession(desk);
  const screen = new AdminScreen(desk, 'referrals');
  await screen.open('?name=Ağayeva');
  const row = screen.row('Şəfəq Ağayeva');
  await row.getByRole('button', { name: 'Accept' }).click();
  await screen.press('New Patient');
  // The patient shows the slip at the desk: a photo of it opens the referral.
  const photo = await page.getByRole('article', { name: 'Göndəriş vərəqəsi' }).screenshot();
  await desk
    .getByLabel('Scan QR', { exact: true })
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: photo });
  await screen.dialog.getByRole('button', { name: 'Arrived' }).click();
  await expect(screen.dialog.getByText('Arrived').first()).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(row).toContainText('Arrived');

  const ending: (() => unknown)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-order-'));
  try {
    const { port } = await startIntakeProcess(
      { after: (cleanup) => ending.push(cleanup) },
      // Beside its server the intake derives the key that both use.
      { dataDir: server.dataDir, server: server.url, settings: { INTAKE_KEY: '' } },
    );
    const entry = await findWorklistEntry(port);
    expect(Object.fromEntries(entry)).toMatchObject({
      '(0010,0010)': 'Ağayeva^Şəfəq',
      '(0010,0020)': expect.stringMatching(/^DP/),
      '(0010,0030)': '19900307',
      '(0010,0040)': 'F',
      '(0008,0050)': expect.stringMatching(/^DQ/),
      '(0008,0090)': `Zamanlı^${partner.firstName}`,
      '(0008,0060)': 'CT',
      '(0032,1060)': 'KLKT: dişlər 36, 46',
    });
    const file = join(folder, 'picture.dcm');
    await writeFile(file, makePicture(entry));
    const sent = await runDcmtk('storescu', port, TITLES, [file]);
    expect(sent.status, sent.text).toBe(0);

    const intake = new AdminScreen(desk, 'intake');
    await intake.open();
    await intake
      .row('Şəfəq Ağayeva')
      .getByRole('button', { name: /^Assign to Şəfəq Ağayeva/ })
      .click({ timeout: 120_000 });
    await expect(desk.getByText('Assigned: Şəfəq Ağayeva')).toBeVisible();
    await screen.open('?name=Ağayeva');
    await expect(row).toContainText('Examined');
  } finally {
    for (const end of ending) await end();
    await rm(folder, { recursive: true });
  }

  await page.goto('/partner/dashboard/referrals');
  await page.getByRole('link', { name: 'Nəticəyə bax' }).click();
  await page
    .getByRole('button', { name: /^Bax: CT/ })
    .first()
    .click();
  await expect(new ViewerScreen(page).stage).toBeVisible();
});
