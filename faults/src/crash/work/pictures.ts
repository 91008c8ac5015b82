import { randomUUID } from 'node:crypto';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { pictureOf, someColour } from '../expected/colours.ts';
import { PASSWORD } from './small-writes.ts';
import type { Shift } from './workload.ts';

const CLINICS = '/api/admin/clinics';
const CARDS = '/api/admin/partnercards';

/** Puts clinics and doctors with their pictures online, replaces and deletes them, until the server is gone. */
export async function pictureWrites(shift: Shift): Promise<void> {
  const clinics = new Map<string, string>();
  const cards = new Map<string, string>();
  while (!shift.isOver()) {
    const chance = shift.random.next();
    const [title, clinic] = chance < 0.6 ? pickOf(shift, clinics) : [];
    const [name, card] = chance >= 0.6 ? pickOf(shift, cards) : [];
    if (clinic && chance < 0.2) await replaceClinic(shift, title, clinic);
    else if (clinic && chance < 0.3) clinics.delete(await removeClinic(shift, title, clinic));
    else if (chance < 0.6) clinics.set(...(await createClinic(shift)));
    else if (card && chance < 0.7) await replaceCard(shift, name, card);
    else if (card && chance < 0.8) cards.delete(await removeCard(shift, name, card));
    else cards.set(...(await createCard(shift)));
  }
}

const pickOf = ({ random }: Shift, ids: Map<string, string>) =>
  ids.size > 0 ? random.pick([...ids]) : (['', ''] as const);

/** A new clinic with a picture: its title and id. */
export async function createClinic({ known, staff, random }: Shift): Promise<[string, string]> {
  const title = `Klinika ${randomUUID()}`;
  const colour = someColour(random);
  const body = { title, phone: '+994 12 345 67 89', instagram: '@klinika' };
  const form = formOf(body, { image: [await pictureOf(colour)] });
  const kept = known.begin(known.pictures, `clinic ${title}`, colour, 'pictures');
  const { clinic } = await staff.call<{ clinic: { _id: string } }>('POST', CLINICS, form);
  kept();
  return [title, clinic._id];
}

/** Another picture for a clinic. */
export async function replaceClinic({ known, staff, random }: Shift, title: string, id: string) {
  const colour = someColour(random);
  const form = formOf({}, { image: [await pictureOf(colour)] });
  const kept = known.begin(known.pictures, `clinic ${title}`, colour, 'pictures');
  await staff.call('PATCH', `${CLINICS}/${id}`, form);
  kept();
}

async function removeClinic({ known, staff }: Shift, title: string, id: string): Promise<string> {
  const kept = known.begin(known.pictures, `clinic ${title}`, undefined, 'pictures');
  await staff.call('DELETE', `${CLINICS}/${id}`);
  kept();
  return title;
}

/** A new doctor with two certificates: the name and id. */
export async function createCard({ known, staff, random }: Shift): Promise<[string, string]> {
  const name = `Həkim ${randomUUID()}`;
  const [portrait = '', ...certificates] = [1, 2, 3].map(() => someColour(random));
  const body = { firstName: name, lastName: 'Quliyev', phone: '+994 50 765 43 21' };
  const form = formOf(body, {
    image: [await pictureOf(portrait)],
    images: await Promise.all(certificates.map(pictureOf)),
  });
  const colours = [portrait, ...certificates].join(' ');
  const kept = known.begin(known.pictures, `card ${name}`, colours, 'pictures');
  const { partnerCard } = await staff.call<{ partnerCard: { _id: string } }>('POST', CARDS, form);
  kept();
  return [name, partnerCard._id];
}

/** Another portrait; the certificates stay. */
async function replaceCard({ known, staff, random }: Shift, name: string, id: string) {
  const portrait = someColour(random);
  const form = formOf({}, { image: [await pictureOf(portrait)] });
  const [, ...certificates] = (known.pictures.get(`card ${name}`)?.now ?? '').split(' ');
  const colours = [portrait, ...certificates].join(' ');
  const kept = known.begin(known.pictures, `card ${name}`, colours, 'pictures');
  await staff.call('PATCH', `${CARDS}/${id}`, form);
  kept();
}

async function removeCard({ known, staff }: Shift, name: string, id: string): Promise<string> {
  const kept = known.begin(known.pictures, `card ${name}`, undefined, 'pictures');
  await staff.call('DELETE', `${CARDS}/${id}`);
  kept();
  return name;
}

/** Partners send pictures in, until the server is gone. */
export async function shipping(shift: Shift): Promise<void> {
  const [person] = shift.people;
  if (!person) return;
  const login = { email: person.email, password: PASSWORD };
  const partner = await new ApiClient(shift.staff.port).signIn('partner', login);
  while (!shift.isOver()) await ship(shift, partner);
}

/** One picture, sent in by a partner who has signed in. */
export async function ship({ known, random }: Shift, partner: ApiClient): Promise<void> {
  const id = randomUUID();
  const colour = someColour(random);
  const image = await pictureOf(colour);
  const form = formOf({}, { file: [new File([image], `${id}.png`)] });
  const kept = known.begin(known.shipments, `${id}.png`, colour, 'pictures');
  await partner.call('POST', '/api/partner/misc/create-checkup', form);
  kept();
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
