import type { Partner } from '@deqiq/contract/people/partners.ts';
import { ApiClient, type Uploaded } from '@deqiq/testkit/api-client.ts';
import { listFiles } from './files.ts';
import { type Library, pictureLibrary, type Quality } from './library.ts';
import { todayInBaku } from './sample-data/calendar.ts';
import { type SampleCheckup, sampleCheckups } from './sample-data/checkups.ts';
import { sampleClinics } from './sample-data/clinics.ts';
import { sampleDoctors } from './sample-data/doctors.ts';
import { sampleApplications, sampleLabs } from './sample-data/office.ts';
import { samplePartners } from './sample-data/partners.ts';
import { fillCalendar } from './seeding/calendar.ts';
import { sendStudies, shareResults } from './seeding/machines-and-shares.ts';
import { orderLabs, sendApplications } from './seeding/orders-and-applications.ts';
import {
  askForGifts,
  type CreatedPartner,
  sendReferrals,
  setFigures,
} from './seeding/partner-life.ts';
import { prepareAhead } from './seeding/prepare-ahead.ts';
import { referPatients } from './seeding/referrals.ts';
import { reportPanoramics } from './seeding/reports.ts';
import { showClinics, showDoctors } from './seeding/showcase.ts';

export interface SeedOptions {
  baseUrl: string;
  adminUsername: string;
  adminPassword: string;
  log?: (line: string) => void;
  /** 'small' pictures take a tenth of the time. */
  quality?: Quality;
  partners?: number;
  checkups?: number;
  /** Maximum number of clinics and doctors on the public site. */
  maxShown?: number;
}

export interface Seeded {
  partnerLogins: { email: string; password: string; name: string }[];
}

const SEED = 20_261_120;

/** Fills an empty product with realistic data through its own HTTP API. It may run only once. */
export async function seedDemo(options: SeedOptions): Promise<Seeded> {
  const { log = () => undefined, baseUrl, quality = 'full', maxShown = 12 } = options;
  const staff = await new ApiClient(baseUrl).signIn('admin', {
    username: options.adminUsername,
    password: options.adminPassword,
  });
  const today = todayInBaku();
  const partners: CreatedPartner[] = [];
  for (const partner of samplePartners(SEED, options.partners ?? 24, today))
    partners.push({ ...partner, id: await addPartner(staff, partner) });
  await setFigures(staff, partners, SEED + 2);
  log(`${partners.length} partnyor əlavə olundu`);

  await showClinics(staff, sampleClinics(SEED + 3, maxShown).toReversed(), quality);
  const year = Number(today.iso.slice(0, 4));
  const doctors = sampleDoctors(SEED + 4, partners.slice(0, maxShown), year);
  await showDoctors(staff, doctors.toReversed(), quality);
  log(`${doctors.length} həkim və klinikaları saytda göründü`);

  const visits = sampleCheckups(SEED + 1, options.checkups ?? 60, today);
  const library = pictureLibrary(quality);
  await addCheckups(staff, visits, partners, library);
  log(`${visits.length} müayinə əlavə olundu`);

  await orderLabs(staff, sampleLabs(SEED + 5, 26, partners.length, today), partners);
  await askForGifts(baseUrl, staff, partners);
  const names = partners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  await sendApplications(baseUrl, sampleApplications(SEED + 6, names));
  await referPatients(staff, partners, { baseUrl, today, seed: SEED + 9 });
  await sendReferrals(partners, SEED + 7, { baseUrl, today, quality });
  log('Sifarişlər, müraciətlər və göndərişlər əlavə olundu');

  await sendStudies(staff, { seed: SEED + 8, today, library });
  await reportPanoramics(staff, partners.slice(0, 3), {
    baseUrl,
    password: options.adminPassword,
  });
  const [first] = partners;
  if (first) await shareResults(baseUrl, first);
  await fillCalendar(staff, { seed: SEED + 10, today });
  log('Aparatdan gələn şəkillər, paylaşılan linklər və təqvim əlavə olundu');
  return {
    partnerLogins: partners.slice(0, 3).map(({ email, password, firstName, lastName }) => ({
      email,
      password,
      name: `${firstName} ${lastName}`,
    })),
  };
}

async function addPartner(staff: ApiClient, partner: object): Promise<string> {
  const created = await staff.post<{ partner: Partner }>('/api/admin/partners', partner);
  return created.partner._id;
}

/** Renders and uploads the files of a few visits at a time; the visits themselves are created strictly in order. */
async function addCheckups(
  staff: ApiClient,
  visits: readonly SampleCheckup[],
  partners: readonly CreatedPartner[],
  library: Library,
): Promise<void> {
  const scanned = visits.findLast(
    ({ examination, status }) => examination.startsWith('cbct') && status === 'completed',
  );
  await prepareAhead(
    visits,
    async (visit) => {
      const xrayFiles: Uploaded[] = [];
      for (const { name, bytes } of await listFiles(visit, library, visit === scanned))
        xrayFiles.push(await staff.upload(name, bytes));
      return xrayFiles;
    },
    async (visit, xrayFiles, index) => {
      await staff.post('/api/admin/checkups', {
        confirmDifferentPatient: true,
        // The first printed login sees the volume.
        partner: partners[visit === scanned ? 0 : findDoctor(visit, index, partners.length)]?.id,
        firstName: visit.patient.firstName,
        lastName: visit.patient.lastName,
        name: visit.name,
        description: visit.description,
        startDate: visit.day,
        endDate: visit.endDate,
        status: visit.status,
        xrayFiles,
      });
    },
  );
}

/** The first doctors refer the most patients, so that the printed logins have several pages. */
function findDoctor(visit: SampleCheckup, index: number, doctors: number): number {
  if (index % 4 === 3) return 0;
  if (index % 4 === 1) return visit.seed % Math.min(3, doctors);
  return (visit.seed >> 4) % doctors;
}
