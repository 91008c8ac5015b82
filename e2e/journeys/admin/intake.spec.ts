import { AdminScreen } from '../../admin-screen.ts';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { Machine } from '../../machine.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

test.describe('on a desk computer', () => {
  test.use({ viewport: DESK });

  test('a study is assigned by one press, taken back, and assigned to the doctor', {
    tag: '@screen',
  }, async ({ page, staff, server }) => {
    const { partner, password } = await staff.addPartner({ lastName: 'Qəbulova' });
    const checkup = await staff.addCheckup(
      partner._id,
      { 'göndəriş.txt': Buffer.from('Göndəriş\n') },
      { firstName: 'Ülkər', lastName: 'Əliyeva' },
    );
    const machine = await Machine.add(server.url, 'Vatech Green');
    const study = await machine.send(
      { name: 'Aliyeva^Ulker', accession: checkup.code ?? '' },
      { count: 6 },
    );
    await study.until('waiting');
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'intake');
    await screen.open();
    const row = screen.row('Ulker Aliyeva');
    await expect(row.getByRole('list', { name: 'Reasons' })).toContainText('Accession number');
    await expect(
      page.getByRole('link', { name: 'Intake', exact: true }),
    ).toHaveAccessibleDescription(/waiting/);
    await screen.expectWholeTable();
    await expectAccessible(page);

    await row.getByRole('button', { name: /^Enlarge/ }).click();
    const picture = page.getByRole('dialog').getByRole('img', { name: /\.zip$/ });
    await expect(picture).toHaveJSProperty('complete', true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    const assign = row.getByRole('button', { name: `Assign to Ülkər Əliyeva, ${checkup.code}` });
    await assign.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Assigned: Ülkər Əliyeva')).toBeVisible();
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone: Ulker Aliyeva')).toBeVisible();
    await assign.click();
    await expect(row).toBeHidden();

    await screen.open('?list=assigned');
    await expect(row).toContainText('Ülkər Əliyeva');
    await expectAccessible(page);
    await screen.open('?name=Ulker');
    await expect(page.getByText('No study matches')).toBeVisible();

    await page.goto(`/admin/dashboard/checkups?name=${encodeURIComponent('Ülkər Əliyeva')}`);
    await expect(page.getByRole('row', { name: new RegExp(`${checkup.code}`) })).toBeVisible();
    await page.getByRole('button', { name: 'X-ray files' }).click();
    await page.getByRole('button', { name: /^Open .*\.zip/ }).click();
    await expect(new ViewerScreen(page).stage).toBeVisible();

    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await page.getByRole('button', { name: /^Bax: .*\.zip/ }).click();
    await expect(new ViewerScreen(page).stage).toBeVisible();
  });

  test('a study of an unknown patient becomes a new examination, another is set aside', async ({
    page,
    staff,
    server,
  }) => {
    await staff.addPartner({ firstName: 'Kamran', lastName: 'Yaradanov' });
    const machine = await Machine.add(server.url, 'Planmeca');
    await (await machine.send({ name: 'Naməlumov^Rauf' })).until('waiting');
    const twice = await machine.send({ name: 'Sınaq^Fantom' });
    await twice.until('waiting');
    await twice.sendSlice(1, 7);
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'intake');
    await screen.open();
    const row = screen.row('Rauf Naməlumov');
    await row.getByRole('button', { name: 'Create an examination' }).click();
    await expect(screen.field('lastName')).toHaveValue('Naməlumov');
    await expectAccessible(page);
    await screen.dialog.getByRole('combobox', { name: /^Partner/ }).click();
    await page.getByPlaceholder('Search partners...').fill('yaradanov');
    await page.getByRole('option', { name: /Yaradanov/ }).click();
    await screen.press('Create Examination');
    await expect(page.getByText('Examination created: Rauf Naməlumov')).toBeVisible();
    await expect(row).toBeHidden();

    const phantom = screen.row('Fantom Sınaq');
    await phantom.getByText('1 conflicting instance').click();
    await phantom.getByRole('button', { name: /^Discard/ }).click();
    await screen.answer('Discard');
    await expect(page.getByText('Conflicting instance discarded')).toBeVisible();
    await phantom.getByRole('button', { name: 'Set aside' }).click();
    await expect(phantom).toBeHidden();
    await screen.open('?list=aside');
    await phantom.getByRole('button', { name: 'Bring back' }).click();
    await expect(phantom).toBeHidden();
    await screen.open();
    await expect(phantom).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a machine is added with a token, a study arrives, and the machine is revoked', async ({
    page,
    server,
  }) => {
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'devices');
    await screen.open();
    await page.getByRole('button', { name: 'Add Device' }).click();
    await screen.field('name').fill('Sensor 2');
    await screen.field('aeTitle').fill('SENSOR2');
    await screen.field('host').fill('127.0.0.1');
    await screen.field('port').fill('1');
    await expectAccessible(page);
    await screen.press('Add Device');
    const token = page.getByRole('textbox', { name: 'Token' });
    await expect(token).toHaveValue(/^deqiq-device-/);
    await expectAccessible(page);
    await screen.press('Done');
    const row = screen.row('Sensor 2');
    await row.getByRole('button', { name: 'Test the connection' }).click();
    await expect(screen.dialog.getByText(/^Nothing answers/)).toBeVisible();
    await expectAccessible(page);
    await screen.press('Done');
    await screen.expectNoWider();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(row.getByText('Revoked')).toBeVisible();

    const machine = await Machine.add(server.url, 'Sensor 3');
    await machine.send({ name: 'Gələn^Lalə' }, { count: 2, announced: 5 });
    const intake = new AdminScreen(page, 'intake');
    await intake.open();
    await expect(intake.row('Lalə Gələn').getByText('Arriving: 2 of 5')).toBeVisible();
    await intake.expectNoWider();
    await expectAccessible(page);
  });
});
