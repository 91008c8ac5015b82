import type { Page } from '@playwright/test';
import { waitUntilShown } from '../phone/handset.ts';

const MENU = 'select[aria-label="Oxu rejimi"]';

/** Controls that have arrived: the button that ends the mode is there before them. */
const CONTROLS = 'main details[open] > div > :nth-child(2)';
/** The button that ends the mode. */
const END = 'main details[open] > div > :last-child button';

/**
 * Milliseconds from the choice of a reading mode until its picture and controls are painted; of the slowest mode. On a
 * phone whose half level is there, and whose modes are not loaded.
 */
export async function measureModes(page: Page): Promise<number> {
  await openMenu(page);
  const modes = await page
    .locator(`${MENU} option`)
    .evaluateAll((options) => (options as HTMLOptionElement[]).map(({ value }) => value));
  let slowest = 0;
  for (const mode of modes.filter(Boolean)) {
    await openMenu(page);
    const began = await page.evaluate(() => performance.timeOrigin + performance.now());
    await page.selectOption(MENU, mode);
    slowest = Math.max(slowest, (await waitUntilShown(page, CONTROLS)) - began);
    await page.tap(END);
  }
  return slowest;
}

async function openMenu(page: Page): Promise<void> {
  if (await page.isVisible(MENU)) return;
  await page.tap('[role=toolbar] button:has-text("Ayarlar")');
  await page.waitForSelector(MENU);
}
