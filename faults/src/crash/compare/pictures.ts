import { type PictureKind, pictureUrl, pictureWidths } from '@deqiq/contract/imaging/pictures.ts';
import type { ClinicList } from '@deqiq/contract/site/clinics.ts';
import type { DoctorList } from '@deqiq/contract/site/doctors.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { colourOf } from '../expected/colours.ts';
import type { ExpectedState } from '../expected/expected-state.ts';
import { compareValues, type Digests, digestOf, type Findings } from './values.ts';

interface Shown {
  readonly key: string;
  readonly kind: PictureKind;
  readonly files: readonly string[];
}

/** Every clinic and doctor must show the expected pictures in every width. */
export async function comparePictures(
  staff: ApiClient,
  expected: ExpectedState,
  findings: Findings,
  read: Digests,
): Promise<void> {
  const there = new Map<string, string>();
  for (const { key, kind, files } of [...(await clinicsOf(staff)), ...(await cardsOf(staff))]) {
    const colours: string[] = [];
    for (const file of files) colours.push(await colourOfFile(staff, kind, file, read, findings));
    there.set(key, colours.join(' '));
  }
  compareValues('pictures of', expected.pictures, there, findings);
}

async function clinicsOf(staff: ApiClient): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await staff.call<ClinicList>('GET', `/api/admin/clinics?limit=100&page=${page}`);
    pages = list.totalPages;
    for (const { title, imageUrl } of list.clinics)
      all.push({ key: `clinic ${title}`, kind: 'clinic', files: [imageUrl] });
  }
  return all;
}

async function cardsOf(staff: ApiClient): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const path = `/api/admin/partnercards?limit=100&page=${page}`;
    const list = await staff.call<DoctorList>('GET', path);
    pages = list.totalPages;
    for (const { firstName, imageUrl, imageUrls } of list.partnerCards)
      all.push({ key: `card ${firstName}`, kind: 'card', files: [imageUrl, ...imageUrls] });
  }
  return all;
}

/** Reads each picture once in every width; a name always returns the same bytes. */
async function colourOfFile(
  staff: ApiClient,
  kind: PictureKind,
  file: string,
  read: Digests,
  { broken }: Findings,
): Promise<string> {
  const before = read.get(file);
  if (before) return before;
  const digests = new Set<string>();
  let colour = '';
  for (const width of pictureWidths) {
    const answer = await fetch(`http://127.0.0.1:${staff.port}${pictureUrl(kind, file, width)}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const actual = answer.ok
      ? await colourOf(bytes).catch((error) => String(error))
      : `${answer.status}`;
    if (colour !== '' && actual !== colour)
      broken.push(`${kind} ${file}: ${actual} in width ${width}, ${colour} in another`);
    colour = actual;
    digests.add(digestOf(bytes));
  }
  if (digests.size !== pictureWidths.length) broken.push(`${kind} ${file}: not three widths`);
  read.set(file, colour);
  return colour;
}
