import { filesOf } from './files.ts';
import { type StaffApi, signInStaff, type Uploaded } from './http-api.ts';
import { inOrder } from './in-order.ts';
import { type Library, pictureLibrary, type Quality } from './library.ts';
import { furnishOffice } from './office.ts';
import { todayInBaku } from './sample-data/calendar.ts';
import { type SampleCheckup, sampleCheckups } from './sample-data/checkups.ts';
import { sampleOffice } from './sample-data/office.ts';
import { type SamplePartner, samplePartners } from './sample-data/partners.ts';

export interface SeedOptions {
  baseUrl: string;
  adminUsername: string;
  adminPassword: string;
  log?: (line: string) => void;
  /** 'small' pictures take a tenth of the time. */
  quality?: Quality;
  partners?: number;
  checkups?: number;
}

export interface Seeded {
  partnerLogins: { email: string; password: string; name: string }[];
}

const SEED = 20_261_120;

/** Fills an empty product with a believable centre, through its own HTTP API. Not meant to be run twice. */
export async function seedDemo(options: SeedOptions): Promise<Seeded> {
  const { log = () => undefined } = options;
  const api = await signInStaff(options.baseUrl, options.adminUsername, options.adminPassword);
  const today = todayInBaku();
  const partners = samplePartners(SEED, options.partners ?? 24, today);
  const ids: string[] = [];
  await inOrder(partners, async (partner, i) => {
    ids[i] = await addPartner(api, partner);
  });
  log(`${partners.length} partnyor əlavə olundu`);
  const visits = sampleCheckups(SEED + 1, options.checkups ?? 60, today);
  const library = pictureLibrary(options.quality ?? 'full');
  const scanned = visits.findLast((visit) => visit.examination === 'cbctUpper');
  await inOrder(visits, async (visit, i) => {
    const partner = ids[doctorOf(visit, i, ids.length)] ?? '';
    await addCheckup(api, library, partner, visit, visit === scanned);
  });
  log(`${visits.length} müayinə əlavə olundu`);
  const office = sampleOffice(SEED + 2, partners.length, today);
  await furnishOffice({ baseUrl: options.baseUrl, api, partners, ids, office });
  log('bölmələr dolduruldu');
  return {
    partnerLogins: partners.slice(0, 3).map(({ email, password, firstName, lastName }) => ({
      email,
      password,
      name: `${firstName} ${lastName}`,
    })),
  };
}

/** The first doctors send the most patients, so that the printed logins have pages to turn. */
function doctorOf(visit: SampleCheckup, index: number, doctors: number): number {
  if (index % 4 === 3) return 0;
  if (index % 4 === 1) return visit.seed % Math.min(3, doctors);
  return (visit.seed >> 4) % doctors;
}

async function addPartner(api: StaffApi, partner: SamplePartner): Promise<string> {
  const answer = await api.post('/api/admin/partners', partner);
  return (answer as { partner: { _id: string } }).partner._id;
}

async function addCheckup(
  api: StaffApi,
  library: Library,
  partner: string,
  visit: SampleCheckup,
  withScan: boolean,
): Promise<void> {
  const xrayFiles: Uploaded[] = [];
  for (const { name, bytes } of await filesOf(visit, library, withScan))
    xrayFiles.push(await api.upload(name, bytes));
  await api.post('/api/admin/checkups', {
    partner,
    firstName: visit.patient.firstName,
    lastName: visit.patient.lastName,
    name: visit.name,
    description: visit.description,
    startDate: visit.day,
    endDate: visit.endDate,
    status: visit.status,
    xrayFiles,
  });
}
