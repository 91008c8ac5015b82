import type { Browser } from '@playwright/test';
import type { Line } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { countBytes, FAST_4G, newHandset } from '../phone/handset.ts';
import type { Login } from '../upload/partner.ts';
import { FILE, openList, waitForLevel } from './opening.ts';
import { FULL } from './resources.ts';

type Bars = { readonly seconds?: number; readonly megabytes?: number };

/** Layouts of one pane: what loads at full resolution when it is pressed. */
const LAYOUTS: Readonly<Record<string, { readonly what: string } & Bars>> = {
  Kəsiklər: { what: 'a cross-section', seconds: 0.6, megabytes: 0.3 },
  Panoram: { what: 'the panoramic', seconds: 1.8, megabytes: 2 },
  Aksial: { what: 'the axial plane', megabytes: 2.2 },
  Koronal: { what: 'the coronal plane', megabytes: 2.2 },
  Sagital: { what: 'the sagittal plane', megabytes: 2.2 },
};

/** Milliseconds until the dental arch is found on the half level, or the average one is drawn instead. */
const ARCH = 4_000;

/** Planes of a volume at full resolution: time and bytes from the press on a phone whose half level is there. */
export async function measurePlanes(
  browser: Browser,
  baseUrl: string,
  login: Login,
  { rounds, name }: { readonly rounds: number; readonly name: string },
): Promise<Line[]> {
  const visits = Object.keys(LAYOUTS).map((layout) => [
    layout,
    () => loadFull(browser, baseUrl, login, layout),
  ]);
  const seen = await runInterleaved<string, 'took' | 'bytes'>(
    rounds,
    Object.fromEntries(visits),
    0,
  );
  return Object.entries(LAYOUTS).flatMap(([layout, { what, seconds, megabytes }]): Line[] => {
    const { took, bytes } = seen[layout] ?? { took: Number.NaN, bytes: Number.NaN };
    const title = `${name}, ${what} at full resolution`;
    return [
      { what: title, unit: 's', ours: took / 1_000, ...(seconds && { bar: atMost(seconds) }) },
      {
        what: `${title}: bytes`,
        unit: 'MB',
        ours: bytes / 1e6,
        ...(megabytes && { bar: atMost(megabytes) }),
      },
    ];
  });
}

const atMost = (max: number) => ({ of: 'ours', max }) as const;

async function loadFull(
  browser: Browser,
  baseUrl: string,
  login: Login,
  layout: string,
): Promise<{ took: number; bytes: number }> {
  const { page, close } = await newHandset(browser, FAST_4G);
  await openList(page, baseUrl, login);
  await page.tap(FILE);
  await waitForLevel(page, 2);
  await page
    .getByRole('group', { name: 'Görünüş' })
    .getByRole('button', { name: layout, exact: true })
    .tap();
  await page.waitForTimeout(ARCH);
  await page.waitForLoadState('networkidle');
  const pressed = await page.evaluate(() => performance.timeOrigin + performance.now());
  await page.tap(FULL);
  const shown = await waitForLevel(page, 1);
  // A request may end after its last brick is shown.
  await page.waitForLoadState('networkidle');
  const bytes = await countBytes(page, pressed, Number.POSITIVE_INFINITY);
  await close();
  return { took: shown - pressed, bytes };
}
