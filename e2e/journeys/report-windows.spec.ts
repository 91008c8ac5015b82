import { DESK, expect, storeAdminSession, test } from '../fixtures.ts';
import { picture } from '../sample-files.ts';
import { signedInStaff } from '../staff.ts';

const ROUNDS = 6;

// The server refuses what was written beside another version; the window merges both.
test.use({ viewport: DESK, expectedErrors: [/status of 409/] });

test('one author in two windows, of which one is closed again and again, loses no word', async ({
  page,
  browser,
  staff,
  server,
}) => {
  const { partner } = await staff.addPartner();
  const checkup = await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  await staff.whenDerived(checkup);
  const api = await signedInStaff(server.url);
  const { account } = await api.get<{ account: { _id: string } }>('/api/admin/account');
  const rights = { name: 'Rəşad Quliyev', title: 'radioloq', licence: '' };
  await api.call('PUT', `/api/admin/staff/${account._id}/radiologist`, rights);
  await api.post(`/api/admin/checkups/${checkup._id}/diagnostic-reports`, {
    template: 'panoramic',
  });

  const address = `/admin/dashboard/checkups/${checkup._id}/${checkup.xrayFileLinks[0]?.id}?panel=1`;
  await storeAdminSession(page);
  const open = async (window: typeof page) => {
    await window.goto(address);
    const column = window.getByRole('complementary', { name: 'Diagnostic report' });
    await expect(column.getByLabel('Conclusion')).toBeVisible();
    return column;
  };
  const add = async (field: ReturnType<typeof page.getByLabel>, word: string) => {
    await field.focus();
    await field.press('End');
    await field.pressSequentially(`${word} `);
  };
  const here = await open(page);
  const words = Array.from({ length: ROUNDS }, (_, round) => `söz${round}`);
  for (const word of words) {
    const other = await browser.newPage({ viewport: DESK, baseURL: server.url });
    await storeAdminSession(other);
    const there = await open(other);
    await add(here.getByLabel('Conclusion'), word);
    await add(there.getByLabel('Recommendation'), word);
    // A key is at most two seconds old when it is saved; then the window is gone without a word.
    await expect(there.getByText(/^Saved /)).toBeVisible();
    await other.close();
  }
  await expect(here.getByText(/^Saved /)).toBeVisible();
  await expect(here.getByRole('alert')).toHaveCount(0);
  await page.reload();
  const text = `${words.join(' ')} `;
  await expect(here.getByLabel('Conclusion')).toHaveValue(text);
  await expect(here.getByLabel('Recommendation')).toHaveValue(text);
});
