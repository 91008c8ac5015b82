/** Takes every picture of docs/screens and writes their page: `npm run screenshots`, after a visible change. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CheckupList, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import type { Imaging } from '@deqiq/contract/imaging/imaging.ts';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { seedDemo } from '@deqiq/samples/seed.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import {
  type Browser,
  type BrowserContext,
  openBrowser,
  type Page,
} from '@deqiq/testkit/browser.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import sharp from 'sharp';
import { DESK, PHONE, signInAsAdmin, signInAsPartner } from '../fixtures.ts';
import { Office } from '../office.ts';
import { cover, galleryPage, type Scene, screens } from './screens.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

/** The two windows; `width` is the width of the saved picture. */
const windows = {
  1440: { viewport: DESK, width: 1280, colorScheme: 'light', userAgent: undefined },
  390: {
    viewport: PHONE,
    width: 585,
    colorScheme: 'dark',
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
  },
} as const;

type WindowSize = keyof typeof windows;
type Login = { email: string; password: string };

const server = await startServer({ logLevel: 'silent' });
const browser = await openBrowser();
try {
  const { doctor, scene } = await setScene(server.url);
  const pictures = new Map<string, Buffer>();
  for (const size of [1440, 390] as const)
    for (const [name, picture] of await takeAll(browser, size, doctor, scene))
      pictures.set(`${name}-${size}.webp`, picture);
  pictures.set('readme.webp', await takeCover(browser, pictures));

  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  for (const [name, picture] of pictures) await writeFile(FOLDER + name, picture);
  await writeFile(`${FOLDER}README.md`, galleryPage());
  const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`${pictures.size} pictures, ${Math.round(bytes / 1024)} KiB`);
} finally {
  await browser.close();
  await server.remove();
}

/**
 * Creates the demo data, colleagues, and a few deleted checkups; returns the login of a doctor whose newest row is a
 * radiograph, and what the pictures show.
 */
async function setScene(url: string): Promise<{ doctor: Login; scene: Scene }> {
  const { partnerLogins } = await seedDemo({
    baseUrl: url,
    adminUsername: ADMIN.username,
    adminPassword: ADMIN.password,
  });
  const office = await Office.open(url);
  for (const [username, role] of [
    ['aygun', 'owner'],
    ['kamran', 'staff'],
    ['sevinc', 'staff'],
  ])
    await office.send('POST', '/api/admin/staff', { username, role, password: ADMIN.password });
  const { checkups } = await office.send<CheckupList>('GET', '/api/admin/checkups?page=3&limit=10');
  for (const { _id } of checkups.slice(0, 4))
    await office.send('DELETE', `/api/admin/checkups/${_id}`);
  // The first two have sent a referral, which is first in their lists.
  const doctor = partnerLogins[2];
  if (!doctor) throw new Error('the demo has no third login');
  const api = await new ApiClient(url).signIn('partner', doctor);
  const own = () => api.get<OwnCheckupList>('/api/partner/misc/checkups?limit=50');
  const all = () => office.send<CheckupList>('GET', '/api/admin/checkups?limit=100');
  const panoramic = await findFile(
    own,
    (name, { modality }) => name.includes('Panoram') && modality === 'PX',
  );
  const volume = await findFile(all, (_name, { kind }) => kind === 'volume');
  const shared = `/api/partner/checkups/${panoramic.checkup}/shares`;
  const share = { label: 'Pasiyentin özü', days: 7, pin: false };
  const { url: address } = await api.post<ShareAnswer>(shared, share);
  await api.post(shared, { label: 'Dr. Leyla Quliyeva', days: 30, pin: true });
  const { booking } = (await office.asVisitor('/api/misc/reservation-application', {
    fullName: 'Aysel Quliyeva',
    email: 'aysel@example.az',
    phone: '+994 55 111 22 33',
    partnerFullName: 'Dr. Leyla Quliyeva',
  })) as { booking: string };
  return {
    doctor,
    scene: {
      panoramic: `/partner/dashboard/rentgen/${panoramic.checkup}/${panoramic.file}`,
      // The demo reports the newest panoramic of this doctor.
      report: `/admin/dashboard/checkups/${panoramic.checkup}/${panoramic.file}?panel=1`,
      reported: `/partner/dashboard/rentgen/${panoramic.checkup}`,
      volume: `/admin/dashboard/checkups/${volume.checkup}/${volume.file}`,
      share: new URL(address).pathname,
      booking: `${BOOKING_PATH}${booking}`,
    },
  };
}

/** The newest file that is ready for the viewer and matches; `matches` gets the name of its examination. */
async function findFile(
  list: () => Promise<OwnCheckupList>,
  matches: (name: string, imaging: Imaging) => boolean,
): Promise<{ checkup: string; file: string }> {
  for (;;) {
    const { checkups } = await list();
    const files = checkups.flatMap(({ _id, name, xrayFileLinks }) =>
      xrayFileLinks.map((link) => ({ checkup: _id, file: link.id, name, imaging: link.imaging })),
    );
    const found = files.find(({ name, imaging }) => matches(name, imaging));
    if (found?.imaging.state === 'ready') return found;
    if (!files.some(({ imaging }) => imaging.state === 'pending'))
      throw new Error('the demo has no such file');
    await pause(500);
  }
}

async function takeAll(
  browser: Browser,
  size: WindowSize,
  doctor: Login,
  scene: Scene,
): Promise<Map<string, Buffer>> {
  const contexts = {
    site: await openWindow(browser, size),
    admin: await openWindow(browser, size),
    partner: await openWindow(browser, size),
  };
  const pages = {
    site: await contexts.site.newPage(),
    admin: await contexts.admin.newPage(),
    partner: await contexts.partner.newPage(),
  };
  await signInAsAdmin(pages.admin);
  await signInAsPartner(pages.partner, doctor);
  const screenshots = new Map<string, Buffer>();
  for (const screen of screens) {
    const page = pages[screen.area];
    const { path } = screen;
    await page.goto(typeof path === 'string' ? path : path(scene));
    await settle(page);
    await screen.prepare?.(page);
    screenshots.set(screen.name, await takeScreenshot(page, windows[size].width));
  }
  for (const context of Object.values(contexts)) await context.close();
  return screenshots;
}

function openWindow(browser: Browser, size: WindowSize): Promise<BrowserContext> {
  const { viewport, colorScheme, userAgent } = windows[size];
  return browser.newContext({
    baseURL: server.url,
    viewport,
    colorScheme,
    ...(userAgent && { userAgent, hasTouch: true, isMobile: true }),
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'az-AZ',
    timezoneId: 'Asia/Baku',
  });
}

async function takeScreenshot(page: Page, width: number): Promise<Buffer> {
  await settle(page);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return sharp(shot).resize({ width }).webp({ quality: 72, effort: 6 }).toBuffer();
}

/** Waits for requests, fonts, and the pictures in the window. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const isBelow = (image: HTMLImageElement) =>
      image.getBoundingClientRect().top > window.innerHeight;
    return (
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete || isBelow(image))
    );
  });
}

/** The first picture of README.md: the home page, and a doctor's phone in front of it. */
async function takeCover(browser: Browser, pictures: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const inline = (name: string) =>
    `data:image/webp;base64,${pictures.get(name)?.toString('base64') ?? ''}`;
  const page = await browser.newPage({ viewport: { width: 1400, height: 830 } });
  await page.setContent(cover(inline('home-1440.webp'), inline('partner-rentgen-390.webp')));
  await settle(page);
  const shot = await page.screenshot();
  await page.close();
  return sharp(shot).webp({ quality: 80, effort: 6 }).toBuffer();
}
