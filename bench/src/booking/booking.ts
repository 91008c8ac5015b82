import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { openCalendar } from '@deqiq/testkit/http/public-calendar.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Page } from '@playwright/test';
import type { Bench, Line, Table } from '../harness/program.ts';
import { newHandset, startBrowser } from '../phone/handset.ts';

/**
 * Milliseconds that a person takes. A key of a phone: 36.2 words of five letters a minute, the mean of 37,370 people
 * (Palin et al., 2019). A key of a keyboard, a tap, and the thought before each step: Card, Moran and Newell, 1980.
 */
const TOUCH_KEY = 331;
const KEY = 280;
const TAP = 1_100;
const THOUGHT = 1_350;

const MAX_SECONDS = 40;

const patient = {
  fullName: 'Nigar Hüseynova',
  email: 'nigar@example.az',
  phone: '0501234567',
  partnerFullName: 'Aytən Məmmədova',
};

const FORM = 'main form';
const TO_TIMES = `dialog a[href^="${BOOKING_PATH}"]`;
const TIME = 'main button[name=startsAt]';

/** A patient at the pace of people: from the opened page to the reserved time. */
export async function booking(bench: Bench): Promise<Table> {
  const server = await startServer({ dataDir: join(bench.folder, 'booking') });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const browser = await startBrowser();
  try {
    await openCalendar(await new ApiClient(baseUrl).signIn());
    const measure = async (what: string, reserve: (page: Page) => Promise<void>): Promise<Line> => {
      const { page, close } = await newHandset(browser);
      const began = performance.now();
      await page.goto(`${baseUrl}/qeydiyyat`);
      await reserve(page);
      await page.getByRole('heading', { name: 'Vaxtınız təyin edilib' }).waitFor();
      const ours = (performance.now() - began) / 1_000;
      await close();
      bench.log(`${what}: ${ours.toFixed(1)} s`);
      return { what, unit: 's', ours, bar: { of: 'ours', max: MAX_SECONDS } };
    };
    return {
      title: 'A patient reserves a time',
      about:
        'One run each at 390 x 844, slow 4G, a quarter of the processor, from the address to the confirmed time. The pace is that of people in the literature: it is part of the figure, and the rest is the product.',
      lines: [
        await measure('by touch', reserveByTouch),
        await measure('by keyboard', reserveByKeyboard),
      ],
    };
  } finally {
    await browser.close();
    await server.end();
  }
}

async function reserveByTouch(page: Page): Promise<void> {
  const tap = async (selector: string) => {
    const target = page.locator(selector).first();
    await target.waitFor();
    await setTimeout(THOUGHT + TAP);
    await target.tap();
  };
  for (const [name, text] of Object.entries(patient)) {
    await tap(`${FORM} input[name=${name}]`);
    await page.keyboard.type(text, { delay: TOUCH_KEY });
  }
  await tap(`${FORM} button[type=submit]`);
  await tap(TO_TIMES);
  await tap(TIME);
}

async function reserveByKeyboard(page: Page): Promise<void> {
  const tabTo = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    await setTimeout(THOUGHT);
    const isThere = () => page.evaluate((to) => document.activeElement?.matches(to), selector);
    while (!(await isThere())) await page.keyboard.press('Tab', { delay: KEY });
  };
  for (const [name, text] of Object.entries(patient)) {
    await tabTo(`${FORM} input[name=${name}]`);
    await page.keyboard.type(text, { delay: KEY });
  }
  for (const target of [`${FORM} button[type=submit]`, TO_TIMES, TIME]) {
    await tabTo(target);
    await page.keyboard.press('Enter', { delay: KEY });
  }
}
