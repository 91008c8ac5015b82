import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: DESK });

const SECTION = 'referrals';

test('a referral by telephone is accepted for a patient on record, who arrives by code', {
  tag: '@screen',
}, async ({ page, server, staff }) => {
  const office = await Office.open(server.url);
  const { partner } = await staff.addPartner({ lastName: 'Göndərişova' });
  const person = { firstName: 'Sevda', lastName: 'Qəhrəmanlı', birthDate: '1990-03-07' };
  await office.send('POST', '/api/admin/patients', { ...person, phone: '050 321 00 11' });
  await storeAdminSession(page);
  const screen = new AdminScreen(page, SECTION);
  await screen.open();

  await page.getByRole('button', { name: 'New Referral' }).click();
  await screen.dialog.getByRole('combobox', { name: /^Partner/ }).fill('Göndərişova');
  await page.getByRole('option', { name: `${partner.firstName} Göndərişova` }).click();
  await screen.field('firstName').fill('Sevda');
  await screen.field('lastName').fill('Qəhrəmanlı');
  await screen.field('phone').fill('+994 50 321 00 11');
  await screen.field('teeth').fill('36, 37');
  await screen.dialog.getByRole('combobox', { name: /^Examination/ }).click();
  await page.getByRole('option', { name: 'CBCT', exact: true }).click();
  await screen.dialog.getByRole('combobox', { name: /^Purpose/ }).click();
  await page.getByRole('option', { name: 'Implant' }).click();
  await expectAccessible(page);
  await screen.press('Create Referral');
  await expect(page.getByText('Göndəriş yaradıldı')).toBeVisible();

  const row = screen.row('Sevda Qəhrəmanlı');
  await expect(row).toContainText(/waiting \d+ min/);
  await expectAccessible(page);
  await screen.expectWholeTable();
  await row.getByRole('button', { name: 'Accept' }).click();
  await expect(screen.dialog.getByRole('list', { name: 'Same' })).toContainText('Phone');
  await expectAccessible(page);
  await screen.dialog.getByRole('button', { name: /^Same patient: Sevda/ }).click();
  await expect(row).toContainText('Accepted');

  const list = await office.send<{ referrals: Referral[] }>(
    'GET',
    '/api/admin/referrals?name=Sevda',
  );
  await page.getByPlaceholder('Name or code...').fill(list.referrals[0]?.code ?? '');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await screen.press('Arrived');
  await expect(screen.dialog.getByText('Arrived').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await expect(row).toContainText('Arrived');
  await screen.expectNoWider();
});

test('the selected referrals get a responsible person in two presses, a phone takes one back', async ({
  page,
  server,
  staff,
}) => {
  const office = await Office.open(server.url);
  const { partner } = await staff.addPartner({ lastName: 'Mesulova' });
  for (const lastName of ['Mesulov Bir', 'Mesulov İki'])
    await office.send('POST', '/api/admin/referrals', {
      partner: partner._id,
      patient: { firstName: 'Samir', lastName, phone: '050 321 00 22' },
      examination: 'panoramic',
      purpose: 'implant',
    });
  await storeAdminSession(page);
  const screen = new AdminScreen(page, SECTION);
  await screen.open('?name=mesulov');
  await expect(screen.rows).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Assign' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: /^Me/ }).click();
  await expect(page.getByText('2 changed')).toBeVisible();
  await page.getByRole('combobox', { name: 'Responsible' }).click();
  await page.getByRole('option', { name: 'Mine' }).click();
  await expect(page).toHaveURL(/assignee=me/);
  await expect(screen.rows).toHaveCount(2);
  await screen.expectWholeTable();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await screen
    .row('Mesulov Bir')
    .getByRole('button', { name: /^Responsible/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'No one' }).click();
  await expect(screen.rows).toHaveCount(1);
  await screen.expectNoWider();
});

test('two records of one person are merged, and taken apart again', {
  tag: '@screen',
}, async ({ page, server }) => {
  const office = await Office.open(server.url);
  const add = (lastName: string) =>
    office.send('POST', '/api/admin/patients', { firstName: 'Tofiq', lastName });
  await add('Qoşayev');
  await add('Qosayev');
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'patients');
  await screen.open('?name=tofiq');
  await expect(screen.rows).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tofiq Qoşayev' }).click();
  await page.getByRole('button', { name: 'Merge' }).click();
  await screen.dialog.getByRole('combobox', { name: /^The other record/ }).click();
  await page.getByRole('combobox', { name: 'Search patients...' }).fill('Qosayev');
  await page.getByRole('option', { name: /Tofiq Qosayev/ }).click();
  await expectAccessible(page);
  await screen.press('Merge');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  const unmerge = page.getByRole('button', { name: /^Unmerge DP/ });
  await expect(unmerge).toBeVisible();
  await expectAccessible(page);
  await unmerge.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unmerge' }).click();
  await expect(unmerge).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await screen.expectNoWider();
});
