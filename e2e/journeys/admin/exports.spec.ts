import { readFile } from 'node:fs/promises';
import { workbookIn } from '@deqiq/testkit/documents/spreadsheets.ts';
import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, storeAdminSession, test } from '../../fixtures.ts';

test.use({ viewport: DESK });

test('each list is saved for Excel and as CSV, with the active search', async ({ page, staff }) => {
  await staff.addPartner({ firstName: '=Düstur', lastName: 'Əliyev' });
  await staff.addPartner({ firstName: 'Başqa', lastName: 'Biri' });
  await storeAdminSession(page);
  const screen = new AdminScreen(page, '');
  const save = async (format: 'Excel' | 'CSV') => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${format}` }).click();
    const download = await downloading;
    const bytes = await readFile(await download.path());
    return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') };
  };
  await screen.open('?fullName=dustur');
  await expect(screen.rows).toHaveCount(1);
  const { name, text } = await save('CSV');
  expect(name).toMatch(/^partners-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.startsWith('\uFEFF"First Name","Last Name",')).toBe(true);
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain('\r\n"\'=Düstur","Əliyev",');
  const workbook = await save('Excel');
  expect(workbook.name).toMatch(/^partners-\d{4}-\d\d-\d\d\.xlsx$/);
  const { rows } = workbookIn(workbook.bytes);
  expect(rows).toHaveLength(2);
  expect(rows[1]?.slice(0, 2)).toEqual(['=Düstur', 'Əliyev']);

  for (const [entry, file] of [
    ['Checkups', 'checkups'],
    ['Applies Partner', 'applications-partner'],
    ['Applies Reservation', 'applications-reservation'],
    ['Payments', 'payments'],
    ['Partner Stats', 'partner-stats'],
    ['Doctors', 'partnercards'],
    ['Clinics', 'clinics'],
    ['Labs', 'labs'],
    ['Reports', 'reports'],
    ['Messages', 'applications-contact'],
  ] as const) {
    const link = page.getByRole('link', { name: entry, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    const saved = await save('Excel');
    expect(saved.name.startsWith(`${file}-2`)).toBe(true);
    expect(workbookIn(saved.bytes).rows[0]?.length).toBeGreaterThan(3);
  }
});
