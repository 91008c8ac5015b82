import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Page } from '@playwright/test';
import type { Login } from '../upload/partner.ts';

/** The button that opens a file. */
export const FILE = 'main li button:has(img)';

/** Signs in and opens the list of X-rays. */
export async function openList(page: Page, baseUrl: string, { email, password }: Login) {
  await page.goto(`${baseUrl}${portalPaths.partnerLogin}`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('form button[type=submit]');
  await page.waitForURL(`**${portalPaths.partnerDashboard}`);
  await page.goto(`${baseUrl}${portalPaths.partnerCheckups}`, { waitUntil: 'networkidle' });
  await page.waitForSelector(`${FILE} img`);
}

/** The time (ms since 1970) at which the viewer has marked a level of this scale, or a finer one. */
export const waitForLevel = (page: Page, scale: number): Promise<number> =>
  page
    .waitForFunction(
      (coarsest) => {
        const marks = performance
          .getEntriesByType('mark')
          .filter(({ name }) => Number(/^viewer-level-(\d)$/.exec(name)?.[1] ?? 9) <= coarsest);
        return marks[0] && performance.timeOrigin + marks[0].startTime;
      },
      scale,
      { timeout: 120_000 },
    )
    .then((handle) => handle.jsonValue() as Promise<number>);
