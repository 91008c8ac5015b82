import { readFile } from 'node:fs/promises';
import type { AuditLogEntry } from '@deqiq/contract/operations/audit.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: DESK });

test('an owner finds who did what, saves it as CSV, and is recorded as a reader', {
  tag: '@screen',
}, async ({ page, server, staff }) => {
  const office = await Office.open(server.url);
  const { partner } = await staff.addPartner({ firstName: 'İzlənən', lastName: 'Həkim' });
  await office.addLab(partner, 'Zirkon tac');
  await office.asPartner(partner, '/api/partner/misc/report', { message: 'Gecikmə var' });
  await storeAdminSession(page);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const screen = new AdminScreen(page, 'audit');
  await expect(screen.row('partner').first()).toBeVisible();

  await page.getByLabel('Person').fill('izlenen');
  await page.getByLabel('Action').fill('create');
  await page.getByLabel('Action').press('Enter');
  await expect(page).toHaveURL(/\?person=izlenen&action=create$/);
  await expect(screen.rows).toHaveCount(1);
  for (const text of ['İzlənən Həkim', 'Partner', 'Created', 'Complaint', 'OK'])
    await expect(screen.rows).toContainText(text);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(head).toContain('"Time","Role","Person"');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('İzlənən Həkim');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Object').fill('audit');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?object=audit$/);
  await expect(screen.row('export')).toContainText('admin');
  await expect(screen.row('list').first()).toBeVisible();
  await expect(screen.row('izlenen')).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await expect(screen.row('export')).toBeVisible();
  await expectAccessible(page);
  await screen.expectNoWider();
});

test.describe('a member of staff', () => {
  test.use({ viewport: PHONE, expectedErrors: [/403/] });

  test('who is no owner cannot read the audit', async ({ page, server }) => {
    const office = await Office.open(server.url);
    const login = { username: 'audit-reader', password: 'a long good password' };
    await office.send('POST', '/api/admin/staff', { ...login, role: 'staff' });
    const member = await new ApiClient(server.url).signIn('admin', login);
    await expect(member.call('GET', '/api/admin/audit')).rejects.toThrow(/403/);
    await page.goto('/admin/login');
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/admin/dashboard');
    await expect(page.getByRole('link', { name: 'Audit', exact: true })).toHaveCount(0);
    const { entries } = await office.send<{ entries: AuditLogEntry[] }>(
      'GET',
      `/api/admin/audit?action=refuse&person=${login.username}`,
    );
    expect(entries.map(({ object, detail }) => [object, detail])).toContainEqual([
      'GET /api/admin/audit',
      '403 forbidden',
    ]);
  });
});
