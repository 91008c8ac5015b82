import { randomUUID } from 'node:crypto';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { pictureOf, randomColour } from '../expected/colours.ts';
import { PASSWORD } from './small-writes.ts';
import type { Workload } from './workload.ts';

const CLINICS = '/api/admin/clinics';
const CARDS = '/api/admin/partnercards';

/** Creates, replaces and deletes clinics and doctors with their pictures, until the server exits. */
export async function runPictureWrites(workload: Workload): Promise<void> {
  const clinics = new Map<string, string>();
  const cards = new Map<string, string>();
  while (!workload.isOver()) {
    const chance = workload.random.next();
    const [title, clinic] = chance < 0.6 ? pickOf(workload, clinics) : [];
    const [name, card] = chance >= 0.6 ? pickOf(workload, cards) : [];
    if (clinic && chance < 0.2) await replaceClinic(workload, title, clinic);
    else if (clinic && chance < 0.3) clinics.delete(await removeClinic(workload, title, clinic));
    else if (chance < 0.6) clinics.set(...(await createClinic(workload)));
    else if (card && chance < 0.7) await replaceCard(workload, name, card);
    else if (card && chance < 0.8) cards.delete(await removeCard(workload, name, card));
    else cards.set(...(await createCard(workload)));
  }
}

const pickOf = ({ random }: Workload, ids: Map<string, string>) =>
  ids.size > 0 ? random.pick([...ids]) : (['', ''] as const);

/** Creates a clinic with a picture; returns its title and id. */
export async function createClinic({
  expected,
  staff,
  random,
}: Workload): Promise<[string, string]> {
  const title = `Klinika ${randomUUID()}`;
  const colour = randomColour(random);
  const body = { title, phone: '+994 12 345 67 89', instagram: '@klinika' };
  const form = formOf(body, { image: [await pictureOf(colour)] });
  const acknowledge = expected.begin(expected.pictures, `clinic ${title}`, colour, 'pictures');
  const { clinic } = await staff.call<{ clinic: { _id: string } }>('POST', CLINICS, form);
  acknowledge();
  return [title, clinic._id];
}

/** Replaces the picture of a clinic. */
export async function replaceClinic(
  { expected, staff, random }: Workload,
  title: string,
  id: string,
) {
  const colour = randomColour(random);
  const form = formOf({}, { image: [await pictureOf(colour)] });
  const acknowledge = expected.begin(expected.pictures, `clinic ${title}`, colour, 'pictures');
  await staff.call('PATCH', `${CLINICS}/${id}`, form);
  acknowledge();
}

async function removeClinic(
  { expected, staff }: Workload,
  title: string,
  id: string,
): Promise<string> {
  const acknowledge = expected.begin(expected.pictures, `clinic ${title}`, undefined, 'pictures');
  await staff.call('DELETE', `${CLINICS}/${id}`);
  acknowledge();
  return title;
}

/** Creates a doctor with two certificates; returns the name and id. */
export async function createCard({ expected, staff, random }: Workload): Promise<[string, string]> {
  const name = `Həkim ${randomUUID()}`;
  const [portrait = '', ...certificates] = [1, 2, 3].map(() => randomColour(random));
  const body = { firstName: name, lastName: 'Quliyev', phone: '+994 50 765 43 21' };
  const form = formOf(body, {
    image: [await pictureOf(portrait)],
    images: await Promise.all(certificates.map(pictureOf)),
  });
  const colours = [portrait, ...certificates].join(' ');
  const acknowledge = expected.begin(expected.pictures, `card ${name}`, colours, 'pictures');
  const { partnerCard } = await staff.call<{ partnerCard: { _id: string } }>('POST', CARDS, form);
  acknowledge();
  return [name, partnerCard._id];
}

/** Replaces the portrait of a doctor; the certificates stay. */
async function replaceCard({ expected, staff, random }: Workload, name: string, id: string) {
  const portrait = randomColour(random);
  const form = formOf({}, { image: [await pictureOf(portrait)] });
  const [, ...certificates] = (expected.pictures.get(`card ${name}`)?.now ?? '').split(' ');
  const colours = [portrait, ...certificates].join(' ');
  const acknowledge = expected.begin(expected.pictures, `card ${name}`, colours, 'pictures');
  await staff.call('PATCH', `${CARDS}/${id}`, form);
  acknowledge();
}

async function removeCard(
  { expected, staff }: Workload,
  name: string,
  id: string,
): Promise<string> {
  const acknowledge = expected.begin(expected.pictures, `card ${name}`, undefined, 'pictures');
  await staff.call('DELETE', `${CARDS}/${id}`);
  acknowledge();
  return name;
}

/** Sends pictures as partners, until the server exits. */
export async function runShipments(workload: Workload): Promise<void> {
  const [person] = workload.people;
  if (!person) return;
  const login = { email: person.email, password: PASSWORD };
  const partner = await new ApiClient(workload.staff.port).signIn('partner', login);
  while (!workload.isOver()) await ship(workload, partner);
}

/** Sends one picture as a signed-in partner. */
export async function ship({ expected, random }: Workload, partner: ApiClient): Promise<void> {
  const id = randomUUID();
  const colour = randomColour(random);
  const image = await pictureOf(colour);
  const form = formOf({}, { file: [new File([image], `${id}.png`)] });
  const acknowledge = expected.begin(expected.shipments, `${id}.png`, colour, 'pictures');
  await partner.call('POST', '/api/partner/misc/create-checkup', form);
  acknowledge();
}

function formOf(
  texts: Readonly<Record<string, string>>,
  pictures: Readonly<Record<string, readonly File[]>>,
): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  for (const [name, files] of Object.entries(pictures))
    for (const file of files) form.append(name, file);
  return form;
}
