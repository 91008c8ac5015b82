import { join } from 'node:path';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { seedDemo } from '@deqiq/samples/seed.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Browser, Page } from '@playwright/test';
import type { Bench, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { type BarePages, barePages } from './bare-pages.ts';
import { navigationStart, newHandset, press, startBrowser, waitUntilShown } from './handset.ts';

const RENTGEN = `${portalPaths.partnerDashboard}/rentgen`;
const ROW = 'tbody h2';
const PICTURE = 'tbody img';

/** Milliseconds until the user sees the requested content. */
type Waits = Record<'form' | 'list' | 'picture' | 'tapped' | 'again', number>;

interface Login {
  email: string;
  password: string;
}

/** A dentist's visit on a phone, from the URL to the X-rays, compared with minimal pages. */
export async function phone(bench: Bench): Promise<Table> {
  const server = await startServer({ dataDir: join(bench.folder, 'phone') });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const browser = await startBrowser();
  let bare: BarePages | undefined;
  try {
    bench.log('a practice with twelve patients');
    const login = await seeded(baseUrl);
    const pages = await barePages(...(await content(baseUrl, login)));
    bare = pages;
    const seenIn = await runInterleaved<'ours' | 'bare', keyof Waits>(
      Math.min(5, bench.scale.rounds),
      {
        ours: () => visit(browser, baseUrl, login),
        bare: () => visitBare(browser, pages.url),
      },
    );
    return tableOf(seenIn.ours, seenIn.bare);
  } finally {
    await browser.close();
    await bare?.close();
    await server.end();
  }
}

async function seeded(baseUrl: string): Promise<Login> {
  const { username: adminUsername, password: adminPassword } = ADMIN;
  const seed = { baseUrl, adminUsername, adminPassword, partners: 1, checkups: 12 };
  const { partnerLogins } = await seedDemo(seed);
  const [login] = partnerLogins;
  if (!login) throw new Error('the demo has no partner');
  return login;
}

/** The content of the list for the bare page: names, and the first picture in the same size. */
async function content(baseUrl: string, { email, password }: Login): Promise<[string[], Buffer]> {
  const login = { email, password, rememberMe: false };
  const partner = await new ApiClient(baseUrl).signIn('partner', login);
  const { checkups } = await partner.get<OwnCheckupList>('/api/partner/misc/checkups');
  const preview = checkups.flatMap((each) => each.xrayFileLinks).find((file) => file.previewUrl);
  const picture = await fetch(`${baseUrl}${preview?.previewUrl}`);
  return [
    checkups.map(({ firstName, lastName, name }) => `${firstName} ${lastName}, ${name}`),
    Buffer.from(await picture.arrayBuffer()),
  ];
}

async function visit(browser: Browser, baseUrl: string, login: Login): Promise<Waits> {
  const { page, close } = await newHandset(browser);
  await page.goto(`${baseUrl}${RENTGEN}`, { waitUntil: 'commit' });
  await page.waitForURL(`**${portalPaths.partnerLogin}**`, { waitUntil: 'commit' });
  const form =
    (await waitUntilShown(page, 'form button[type=submit]')) - (await navigationStart(page));
  await fill(page, login);
  const list = waitUntilShown(page, ROW);
  const picture = waitUntilShown(page, PICTURE);
  const at = await press(page, 'form button[type=submit]');
  const listAt = await list;
  const pictureAt = await picture;

  await page.reload({ waitUntil: 'commit' });
  const again = (await waitUntilShown(page, ROW)) - (await navigationStart(page));
  await close();
  const tapped = await visitByWelcome(browser, baseUrl, login);
  return { form, list: listAt - at, picture: pictureAt - at, again, tapped };
}

/** Signs in through the welcome page and presses each element as soon as it is visible. */
async function visitByWelcome(browser: Browser, baseUrl: string, login: Login): Promise<number> {
  const { page, close } = await newHandset(browser);
  await page.goto(`${baseUrl}${portalPaths.partnerLogin}`, { waitUntil: 'commit' });
  await waitUntilShown(page, 'form button[type=submit]');
  await fill(page, login);
  const welcome = waitUntilShown(page, `main a[href="${RENTGEN}"]`);
  await press(page, 'form button[type=submit]');
  await welcome;
  const list = waitUntilShown(page, ROW);
  const at = await press(page, `main a[href="${RENTGEN}"]`);
  const waited = (await list) - at;
  await close();
  return waited;
}

/** Fills all fields in one step, like a password manager. Slower typing only gives the page more time. */
async function fill(page: Page, { email, password }: Login): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
}

async function visitBare(browser: Browser, url: string): Promise<Waits> {
  const { page, close } = await newHandset(browser);
  await page.goto(url, { waitUntil: 'commit' });
  const form = (await waitUntilShown(page, 'a')) - (await navigationStart(page));
  const at = await press(page, 'a');
  await page.waitForURL('**/list', { waitUntil: 'commit' });
  const [listAt, pictureAt] = await Promise.all([
    waitUntilShown(page, 'h2'),
    waitUntilShown(page, 'img'),
  ]);
  await page.reload({ waitUntil: 'commit' });
  const again = (await waitUntilShown(page, 'h2')) - (await navigationStart(page));
  await close();
  const list = listAt - at;
  return { form, list, picture: pictureAt - at, tapped: list, again };
}

function tableOf(ours: Waits, bare: Waits): Table {
  const line = (what: string, wait: keyof Waits, max?: number) => ({
    what,
    unit: 's' as const,
    ours: ours[wait] / 1_000,
    other: bare[wait] / 1_000,
    ...(max !== undefined && { bar: { of: 'ours', max } as const }),
  });
  return {
    title: 'The partner area on a simulated 4G phone',
    about:
      'A phone of 390 x 844 at 1.6 Mbit/s and 150 ms, its processor slowed to a quarter, nothing cached. Times end when the frame is painted. The other is a bare static page with the same text and first picture, opened by a link from another page. The form is filled in at once, as by a password manager.',
    lines: [
      line('address → sign-in form', 'form'),
      line('sign-in pressed → list', 'list', 2.5),
      line('sign-in pressed → first X-ray', 'picture'),
      line('Rentgen pressed on the welcome page → list', 'tapped'),
      line('opened again, signed in → list', 'again'),
    ],
  };
}
