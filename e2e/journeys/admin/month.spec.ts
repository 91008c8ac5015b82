import { readFile } from 'node:fs/promises';
import { workbookIn } from '@deqiq/testkit/documents/spreadsheets.ts';
import {
  DESK,
  expect,
  expectAccessible,
  onOwnServer,
  openListWithPicture,
  PHONE,
  storeAdminSession,
  test,
} from '../../fixtures.ts';
import { picture } from '../../sample-files.ts';

/** Other journeys of this server look for Azerbaijani texts. */
const PLAIN = { lastName: 'Petrova', clinicName: 'Dental' };

for (const viewport of [DESK, PHONE]) {
  onOwnServer.describe(`at ${viewport.width} px`, () => {
    onOwnServer.use({ viewport });

    onOwnServer(
      'the owner opens the rows behind a number, and saves the month',
      {
        tag: viewport === DESK ? '@screen' : [],
      },
      async ({ page, staff }) => {
        const { partner } = await staff.addPartner({ ...PLAIN, firstName: 'Anna' });
        for (const firstName of ['Olga', 'Irina']) {
          const files = { 'panoram.png': await picture() };
          await staff.addCheckup(partner._id, files, {
            ...PLAIN,
            firstName,
            name: 'Panorama',
            description: '-',
          });
        }
        await storeAdminSession(page);
        await page.goto('/admin/dashboard/month');
        const figure = page
          .locator('dl > div', { hasText: 'Examinations' })
          .getByRole('link')
          .first();
        await expect(figure).toHaveText(/^[2-9]$/);
        // Others share the server.
        const count = Number(await figure.textContent());
        await page.getByText('As a table').click();
        await expect(page.getByRole('table', { name: 'Examinations by day' })).toBeVisible();
        // Else the bar at the top of a phone covers a number.
        await page.evaluate(() => scrollTo(0, 0));
        await expectAccessible(page);
        const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);

        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Excel' }).click();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Save' }).click();
        const { rows } = workbookIn(await readFile(await (await downloading).path()));
        expect(rows[1]?.slice(0, 3)).toEqual(['Totals', 'Examinations', count]);

        await figure.click();
        await expect(page).toHaveURL(/checkups\?ready=/);
        await expect(page.locator('[data-row]')).toHaveCount(count);
        await page.goto('/admin/dashboard/month/appointments');
        await expect(page.getByText('No appointments found')).toBeVisible();
        await expectAccessible(page);
      },
    );
  });

  test.describe(`of a doctor, at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a doctor reads the own month', { tag: viewport === PHONE ? '@screen' : [] }, async ({
      page,
      staff,
    }) => {
      await openListWithPicture(page, staff);
      await page.goto('/partner/dashboard/profile');
      await page.getByRole('link', { name: 'Ayın icmalı' }).click();
      const figure = page.locator('dl > div', { hasText: 'Nəticələr' }).getByRole('link').first();
      await expect(figure).toHaveText('1');
      await expectAccessible(page);
      await figure.click();
      await expect(page).toHaveURL(/rentgen\?ready=\d{4}-\d\d$/);
    });
  });
}
