import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

const NAMES = ['Züleyxa', 'Əsmər', 'Bahar', 'Tural', 'Çinarə', 'Orxan', 'Səbuhi'];

for (const { name, viewport } of [
  { name: 'a phone', viewport: PHONE },
  { name: 'a desk computer', viewport: DESK },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport });
    const isPhone = viewport === PHONE;

    test('seven reservations are sorted, answered in three presses, and undone in one', async ({
      page,
      server,
    }) => {
      const office = await Office.open(server.url);
      const family = isPhone ? 'Telefonlu' : 'Masalı';
      for (const firstName of NAMES)
        await office.asVisitor('/api/misc/reservation-application', {
          fullName: `${firstName} ${family}`,
          phone: '+994 70 222 33 44',
          email: 'pasient@example.az',
          partnerFullName: 'Dr. Elçin Əliyev',
        });
      await storeAdminSession(page);
      const screen = new AdminScreen(page, 'applications/reservation');
      await screen.open(`?fullName=${family.toLowerCase()}`);
      await expect(screen.rows).toHaveCount(NAMES.length);
      if (isPhone) {
        // In the upper half of the screen.
        const top = (await screen.rows.first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
        expect(top).toBeLessThan(PHONE.height / 2);
        await page.getByRole('button', { name: 'Filters', exact: true }).click();
        await page.getByRole('combobox', { name: 'Order' }).click();
        await page.getByRole('option', { name: 'Full Name ↑' }).click();
      } else await page.getByRole('button', { name: 'Full Name', exact: true }).click();
      await expect(page).toHaveURL(/[?&]sort=name/);
      await expect(screen.rows.first()).toContainText('Bahar');
      await page.reload();
      await expect(screen.rows.first()).toContainText('Bahar');

      await page.getByRole('checkbox', { name: `Select Bahar ${family}` }).check();
      const bar = page.getByRole('region', { name: 'Selected rows' });
      await bar.getByRole('button', { name: 'Select all on the page' }).click();
      await expectAccessible(page);
      await bar.getByRole('button', { name: 'Contacted' }).click();
      await expect(screen.row('Contacted')).toHaveCount(NAMES.length);
      await expect(bar).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(screen.row('Contacted')).toHaveCount(0);

      await screen.rows
        .first()
        .getByText(/^Dr\. Elçin/)
        .click();
      await expect(screen.dialog).toContainText(`Bahar ${family}`);
    });
  });
