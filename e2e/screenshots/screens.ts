import type { Page } from '@deqiq/testkit/browser.ts';

/** Addresses of the demo data. */
export interface Scene {
  /** A panoramic in the viewer, for the doctor. */
  readonly panoramic: string;
  /** A CBCT in the viewer, for staff. */
  readonly volume: string;
  /** A shared examination, without a PIN. */
  readonly share: string;
  /** A signed report beside its picture, for staff, and the same examination for its doctor. */
  readonly report: string;
  readonly reported: string;
  /** Where a patient chooses a time. */
  readonly booking: string;
}

/** One picture of docs/screens, taken in both sizes. */
export interface Screen {
  /** The file name, without size. */
  name: string;
  title: string;
  area: 'site' | 'admin' | 'partner';
  path: string | ((scene: Scene) => string);
  /** Brings the screen into the state of the picture. */
  prepare?: (page: Page) => Promise<void>;
}

const site = (name: string, title: string, path = `/${name}`): Screen => ({
  name,
  title,
  path,
  area: 'site',
});

const admin = (name: string, title: string, path = name): Screen => ({
  name,
  title,
  path: `/admin/dashboard/${path}`,
  area: 'admin',
});

const partner = (name: string, title: string, path = name): Screen => ({
  name: `partner-${name}`,
  title,
  path: `/partner/dashboard/${path}`,
  area: 'partner',
});

export const screens: readonly Screen[] = [
  site('home', 'Home', '/'),
  site('haqqimizda', 'About'),
  site('laboratoriya', 'Laboratory'),
  site('rentgen', '3D X-ray'),
  site('akademiya', 'Academy'),
  site('elaqe', 'Contact'),
  site('qeydiyyat', 'Reservation'),
  site('partnyorlar', 'Partnership'),
  site('sirketler', 'Partner clinics', '/partnyor/şirkətlər'),
  site('hekimler', 'Partner doctors', '/partnyor/həkimlər'),
  { ...site('paylasim', 'A shared result'), path: ({ share }) => share, prepare: openShare },
  { ...site('qebul', 'A time for an examination'), path: ({ booking }) => booking },
  admin('today', 'Today'),
  admin('calendar', 'Calendar'),
  admin('calendar-week', 'Calendar of a week', 'calendar?view=week'),
  admin('calendar-settings', 'Kinds of examination and opening hours', 'calendar/settings'),
  admin('checkups', 'Checkups'),
  admin('deleted', 'Deleted checkups', 'checkups/deleted'),
  { ...admin('volume', 'A CBCT'), path: ({ volume }) => volume, prepare: waitForPicture },
  {
    ...admin('report', 'A diagnostic report'),
    path: ({ report }) => report,
    prepare: waitForPicture,
  },
  admin('referrals', 'Referrals'),
  admin('patients', 'Patients'),
  admin('partners', 'Partners', ''),
  admin('partner-stats', 'Partner statistics'),
  admin('payments', 'Payments'),
  admin('doctors', 'Doctors'),
  admin('labs', 'Lab orders'),
  admin('reservations', 'Reservations', 'applications/reservation'),
  admin('intake', 'Studies from machines', 'intake'),
  admin('devices', 'X-ray machines', 'devices'),
  admin('shares', 'Shared links', 'shares'),
  admin('audit', 'Audit'),
  admin('month', 'The month'),
  admin('protection', 'How the data are protected'),
  admin('staff', 'Staff'),
  admin('security', 'Security'),
  partner('rentgen', 'X-rays'),
  {
    ...partner('viewer', 'A panoramic'),
    path: ({ panoramic }) => panoramic,
    prepare: waitForPicture,
  },
  { ...partner('report', 'A report for the doctor'), path: ({ reported }) => reported },
  partner('referrals', 'Referrals of patients'),
  partner('new-referral', 'A new referral', 'referrals/new'),
  partner('laboratory', 'Lab orders'),
  partner('shipments', 'Shipments'),
  partner('profile', 'Profile'),
  partner('shares', 'Shared links', 'profile/shares'),
  partner('gifts', 'Gifts'),
];

async function openShare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Müayinəni aç' }).click();
}

/** Waits for what the viewer loads by itself: on a phone it may be half of the resolution. */
async function waitForPicture(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === 390;
  const level = isPhone ? /^(tam ölçü|önbaxış 1\/2)$/ : /^tam ölçü$/;
  await page.getByRole('status').filter({ hasText: level }).waitFor();
}

const areas = { site: 'Public site', admin: 'Back-office', partner: 'Partner area' } as const;

/** The content of docs/screens/README.md. */
export function galleryPage(): string {
  const sections = Object.entries(areas).map(([area, title]) => {
    const rows = screens
      .filter((screen) => screen.area === area)
      .map(
        ({ name, title: alt }) =>
          `| ${alt} | ${image(name, 1440, alt)} | ${image(name, 390, alt)} |`,
      );
    return [`## ${title}`, '', '| | 1440 px | 390 px |', '|---|---|---|', ...rows, ''].join('\n');
  });
  const note =
    'Demo data. `npm run screenshots` takes all of them and writes this page. The partner area follows the theme of the system: dark on the phones here.';
  return ['# Screens', '', note, '', ...sections].join('\n');
}

const image = (name: string, size: 1440 | 390, alt: string) =>
  `<img src="${name}-${size}.webp" width="${size === 1440 ? 560 : 170}" alt="${alt}, ${size} px">`;

/** A page with a desktop screen, and a phone in front of it. */
export const cover = (desk: string, phone: string): string => `<style>
  body { margin: 0; background: #dde4e6; }
  img { position: absolute; }
  .desk { left: 30px; top: 40px; width: 1200px; border-radius: 16px; }
  .phone { left: 1070px; top: 150px; width: 300px; border-radius: 34px; }
</style>
<img class="desk" src="${desk}"><img class="phone" src="${phone}">`;
