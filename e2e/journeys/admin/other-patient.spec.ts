import type { Page } from '@playwright/test';
import { AdminScreen } from '../../admin-screen.ts';
import {
  DERIVED,
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { Machine } from '../../machine.ts';
import { createPanoramic } from '../../sample-files.ts';

const ORXAN = { firstName: 'Orxan', lastName: 'Quliyev' };
const ILHAM = { firstName: 'İlham', lastName: 'Iğdırlı' };

/** A press on the button of the question that names both persons. */
async function addAnyway(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('İlham Iğdırlı');
  await expect(question).toContainText('Orxan Quliyev');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Yenə də əlavə et' }).click();
}

for (const [where, viewport] of [
  ['on a desk computer', DESK],
  ['on a phone', PHONE],
] as const)
  test.describe(where, () => {
    test.use({ viewport });

    test('a file of another patient waits, is confirmed, and is marked for the doctor', async ({
      page,
      staff,
    }) => {
      const { partner, password } = await staff.addPartner({ lastName: 'Şübhəyeva' });
      await staff.whenDerived(
        await staff.addCheckup(
          partner._id,
          { 'opg.dcm': createPanoramic(ORXAN) },
          { ...ILHAM, confirmDifferentPatient: false },
        ),
      );
      await storePartnerSession(page, { email: partner.email, password });
      await page.goto('/partner/dashboard/rentgen');
      await expect(page.getByText('İlham Iğdırlı')).toBeVisible();
      await expect(page.getByText('opg.dcm')).toBeHidden();

      await storeAdminSession(page);
      await page.goto(`/admin/dashboard/checkups?partner=${partner._id}`);
      await expect(page.getByText('Yoxlanılmalıdır')).toBeVisible();
      await expect(page.getByText('Faylda: Orxan Quliyev')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'X-ray files' }).click();
      const files = page.getByRole('dialog', { name: /X-ray files/ });
      await expectAccessible(page);
      await files.getByRole('button', { name: 'Yenə də əlavə et' }).click();
      await addAnyway(page);
      await expect(page.getByText('Pasiyent təsdiqləndi')).toBeVisible();

      await storePartnerSession(page, { email: partner.email, password });
      await page.goto('/partner/dashboard/rentgen');
      await expect(page.getByText('Faylda: Orxan Quliyev').first()).toBeVisible();
      await expectAccessible(page);
    });

    test('a study of another patient is assigned only after a question', async ({
      page,
      staff,
      server,
    }) => {
      const { partner } = await staff.addPartner({ lastName: 'Sualova' });
      const note = { 'göndəriş.txt': Buffer.from('Göndəriş\n') };
      const { code = '' } = await staff.addCheckup(partner._id, note, ILHAM);
      const machine = await Machine.add(server.url, 'Vatech Green');
      await (await machine.send({ name: 'Quliyev^Orxan', accession: code })).until('waiting');
      await storeAdminSession(page);
      const screen = new AdminScreen(page, 'intake');
      await screen.open();
      const row = screen.row('Orxan Quliyev');
      await expect(row.getByText('Other name')).toBeVisible();
      await expectAccessible(page);
      const assign = row.getByRole('button', { name: `Assign to İlham Iğdırlı, ${code}` });
      await assign.click();
      await screen.answer('Ləğv et');
      await expect(row).toBeVisible();
      await assign.click();
      await addAnyway(page);
      await expect(page.getByText('Assigned: İlham Iğdırlı')).toBeVisible();
    });

    test('later images of another patient are an entry in red, and a file of their own', async ({
      page,
      staff,
      server,
    }) => {
      const { partner, password } = await staff.addPartner({ lastName: 'Növbəyeva' });
      const note = { 'göndəriş.txt': Buffer.from('Göndəriş\n') };
      const { code: accession = '' } = await staff.addCheckup(partner._id, note, ILHAM);
      const machine = await Machine.add(server.url, 'Vatech Green');
      const first = await machine.send({ name: 'Iğdırlı^İlham', accession });
      await first.until('waiting');
      const later = { name: 'Quliyev^Orxan', accession };
      await (await machine.send(later, { study: first.study })).until('waiting');
      await storeAdminSession(page);
      const screen = new AdminScreen(page, 'intake');
      await screen.open();
      const row = screen.row('Came in the study of İlham Iğdırlı');
      await expect(row).toContainText('Orxan Quliyev');
      await expect(row.getByText('Other name').first()).toBeVisible();
      await expect(screen.row('Later images name another patient').first()).toContainText('İlham');
      await screen.expectNoWider();
      await expectAccessible(page);
      await row.getByRole('button', { name: `Assign to İlham Iğdırlı, ${accession}` }).click();
      await addAnyway(page);
      await expect(page.getByText('Assigned: İlham Iğdırlı')).toBeVisible();

      await storePartnerSession(page, { email: partner.email, password });
      await page.goto('/partner/dashboard/rentgen');
      await expect(page.getByText('Faylda: Orxan Quliyev').first()).toBeVisible();
    });
  });

test.describe('in the form', () => {
  test.use({ viewport: DESK });

  test('a right file has no mark, and one of another patient is added by its own button', async ({
    page,
    staff,
  }) => {
    const { partner } = await staff.addPartner({ lastName: 'Formayeva' });
    await staff.addCheckup(partner._id, { 'a.dcm': createPanoramic(ILHAM) }, ILHAM);
    await storeAdminSession(page);
    await page.goto(`/admin/dashboard/checkups?partner=${partner._id}`);
    await page.getByRole('button', { name: 'X-ray files' }).click();
    const dialog = page.getByRole('dialog', { name: /X-ray files/ });
    const choose = async (name: string, buffer: Buffer) => {
      const input = dialog.locator('input[type=file]').first();
      await input.setInputFiles({ name, mimeType: 'application/dicom', buffer });
      await expect(dialog.getByText(name)).toBeVisible();
    };
    await choose('b.dcm', createPanoramic({ firstName: 'Ilham', lastName: 'IGDIRLI' }));
    await expect(dialog.getByRole('status')).toHaveCount(0);
    await choose('c.dcm', createPanoramic(ORXAN));
    await expect(dialog.getByText('Faylda: Orxan Quliyev')).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await addAnyway(page);
    await expect(page.getByText('Müayinə uğurla yeniləndi')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const row = page.getByRole('row', { name: /Formayeva/ });
    await expect(row.getByText('Faylda: Orxan Quliyev')).toBeVisible(DERIVED);
    await expect(row.getByText('Yoxlanılmalıdır')).toBeHidden();
  });
});
