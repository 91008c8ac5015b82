import { smallPanoramic } from '@deqiq/samples/dicom/small-panoramic.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { test as base, DESK, expect, storePartnerSession } from '../fixtures.ts';
import { hasOhif, type OhifServer, startOhif } from '../ohif/ohif-server.ts';
import { signedInStaff } from '../staff.ts';

const test = base.extend<object, { ohif: OhifServer; server: ServerProcess }>({
  ohif: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const ohif = await startOhif();
      await use(ohif);
      ohif.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ohif }, use) => {
      const server = await startServer({ logLevel: 'error', env: { OHIF_URL: ohif.url } });
      ohif.readFrom(server.url);
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
});

/** A length of 100 pixels of 0.1 mm in a signed report about a file. */
async function addSignedReport(url: string, checkup: string, file: string): Promise<void> {
  const api = await signedInStaff(url);
  const { account } = await api.get<{ account: { _id: string } }>('/api/admin/account');
  const rights = { name: 'Rəşad Quliyev', title: 'radioloq', licence: 'AZ-1' };
  await api.call('PUT', `/api/admin/staff/${account._id}/radiologist`, rights);
  const points = [
    [10, 20.5],
    [110, 20.5],
  ];
  const length = crypto.randomUUID();
  const drawn = { _id: length, label: '36', content: { kind: 'length', points } };
  await api.post(`/api/admin/files/${file}/annotations`, drawn);
  const path = '/api/admin/diagnostic-reports';
  type Report = { report: { _id: string; version: number } };
  const template = 'panoramic';
  const { report } = await api.post<Report>(`/api/admin/checkups/${checkup}/diagnostic-reports`, {
    template,
  });
  const content = {
    template,
    technique: '',
    teeth: {},
    findings: [],
    measurements: [length],
    keyImages: [],
    conclusion: 'Kök ucunda dəyişiklik yoxdur.',
    recommendation: '',
  };
  const saved = await api.call<Report>('PUT', `${path}/${report._id}`, {
    version: report.version,
    content,
  });
  const { version } = saved.report;
  await api.post(`${path}/${report._id}/sign`, { version, ...ADMIN });
}

test('a doctor opens a study in OHIF, which draws the length of the report', async ({
  page,
  staff,
  server,
}) => {
  test.skip(!hasOhif, 'OHIF was not fetched');
  const { partner, password } = await staff.addPartner();
  const checkup = await staff.addCheckup(partner._id, { 'opg.dcm': smallPanoramic() });
  await staff.whenDerived(checkup);
  await addSignedReport(server.url, checkup._id, checkup.xrayFileLinks[0]?.id ?? '');
  await page.setViewportSize(DESK);
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'OHIF ilə aç' }).click();
  const ohif = await opening;
  await ohif.getByText('Skip all').click();
  await expect(ohif.getByText('PX', { exact: true }).first()).toBeVisible();
  // The studies of one patient, who is the one of the report.
  await expect(ohif.getByText('Multiple Patients')).toHaveCount(0);
  // OHIF opens nothing before its first picture, which it describes by its window.
  await expect(ohif.getByText('W:', { exact: true })).toBeVisible();
  await ohif.getByText('Diagnostic report').dblclick();
  await expect(ohif.getByText('SR', { exact: true })).toHaveCount(2);
  // It draws the measurements with the next picture, such as that of another size.
  let { width } = DESK;
  await expect(async () => {
    width -= 20;
    await ohif.setViewportSize({ width, height: DESK.height });
    await expect(ohif.locator('svg').getByText(/10\.00 mm/)).toBeVisible({ timeout: 3_000 });
  }).toPass();
});
