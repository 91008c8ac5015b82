import { gapOf, leftBarOf } from '../../bars.ts';
import { DEVICES, expect, expectAccessible, storePartnerSession, test } from '../../fixtures.ts';
import { barsOf } from '../../sample-files.ts';
import { ViewerScreen } from '../../viewer-screen.ts';
import { openFromList, PATIENT } from '../../viewer-worlds.ts';

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('an earlier picture of the same patient is shown beside the new one, and both zoom together', async ({
      page,
      staff,
    }) => {
      const { partner, password } = await staff.addPartner();
      const bytes = barsOf(PATIENT);
      const add = (fileName: string, patient: { firstName?: string; lastName?: string }) =>
        staff.addCheckup(partner._id, { [fileName]: bytes }, patient);
      const added = [
        await add('əvvəl.dcm', { firstName: 'NİGAR', lastName: 'Huseynova' }),
        await add('başqası.dcm', { firstName: 'Lalə' }),
        await add('yeni.dcm', {}),
      ];
      for (const checkup of added) await staff.whenDerived(checkup);
      await storePartnerSession(page, { email: partner.email, password });
      const viewer = await openFromList(page, 'yeni.dcm', { isTouch });
      const panel = await viewer.openMeasurements();
      await expect(panel.getByRole('heading', { name: 'Əvvəlki müayinələr' })).toBeVisible();
      await expect(panel.getByText('başqası.dcm')).toHaveCount(0);
      await viewer.press(panel.getByRole('button', { name: 'əvvəl.dcm' }));
      await viewer.closeMeasurements();
      const beside = new ViewerScreen(page, { isTouch, stage: 1 });
      await expect(beside.stage).toBeVisible();
      await expectAccessible(page);

      const both = [viewer, beside];
      const gaps = () => Promise.all(both.map(async (screen) => gapOf(await screen.greys())));
      let last = await gaps();
      expect(Math.min(...last)).toBeGreaterThan(10);
      // Either picture takes the other along.
      for (const screen of both) {
        const before = Math.max(...last);
        await screen.zoomIn(await screen.at(0.5, 0.5));
        await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(1.8 * before);
        last = await gaps();
        expect(Math.abs((last[0] ?? 0) - (last[1] ?? 0))).toBeLessThan(2);
      }
      await viewer.chooseTool('Sürüşdür');
      const lefts = () => Promise.all(both.map(async (screen) => leftBarOf(await screen.greys())));
      const [first = 0] = await lefts();
      const [x, y] = await viewer.at(0.5, 0.5);
      await viewer.drag([x, y], [x + 24, y]);
      const isMoved = (left: number) => Math.abs(left - first - 24) < 3;
      await expect.poll(async () => (await lefts()).filter(isMoved)).toHaveLength(2);
      await viewer.press(viewer.main.getByRole('button', { name: 'Müqayisəni bağla' }));
      await expect(beside.stage).toHaveCount(0);
    });
  });
