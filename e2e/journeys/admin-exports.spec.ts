import { readFile } from 'node:fs/promises';
import { AdminScreen } from '../admin-screen.ts';
import { DESK, expect, signInAsAdmin, test } from '../fixtures.ts';

test.use({ viewport: DESK });

test('each list is saved as CSV, with the search in force', async ({ page, staff }) => {
  await staff.addPartner({ firstName: '=Düstur', lastName: 'Əliyev' });
  await staff.addPartner({ firstName: 'Başqa', lastName: 'Biri' });
  await signInAsAdmin(page);
  const screen = new AdminScreen(page, '');
  const save = async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await downloading;
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), 'utf8'),
    };
  };
  await screen.open('?fullName=dustur');
  await expect(screen.rows).toHaveCount(1);
  const { name, text } = await save();
  expect(name).toMatch(/^partners-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.startsWith('\uFEFFFirst Name,Last Name,')).toBe(true);
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain("\r\n'=Düstur,Əliyev,");

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
    const saved = await save();
    expect(saved.name.startsWith(`${file}-2`)).toBe(true);
    expect(saved.text.startsWith('\uFEFF')).toBe(true);
  }
});
