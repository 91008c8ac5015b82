import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import type { ErrorBody } from '@deqiq/contract/shared/errors.ts';
import type { Doctor, DoctorList, PublicDoctors } from '@deqiq/contract/site/doctors.ts';
import type { FormParts } from '@deqiq/testkit/client.ts';
import { picture, storedPictures } from '@deqiq/testkit/documents/pictures.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/partnercards';
const PUBLIC = '/api/misc/partner-cards';
const details = {
  firstName: 'Leyla',
  lastName: 'Quliyeva',
  phone: '+994 50 555 44 33',
  clinicName: 'Ağ Diş',
  instagram: '@leyla.dent',
};

type Saved = { partnerCard: Doctor; message: string };

async function addCard({ admin }: World, overrides: FormParts = {}): Promise<Doctor> {
  const form = { ...details, image: await picture(), ...overrides };
  return (await admin.form('POST', URL, form)).ok<Saved>().partnerCard;
}

const certificates = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => picture({ name: `sertifikat-${n}.png` })));

test('staff add a doctor with certificates, and visitors see the card first', async (t) => {
  const world = await newWorld(t);
  await addCard(world);
  const form = { ...details, image: await picture(), images: await certificates(3) };
  const { partnerCard, message } = (await world.admin.form('POST', URL, form)).ok<Saved>();
  assert.equal(message, 'Həkim uğurla əlavə edildi');
  const { _id, imageUrl, imageUrls, ...rest } = partnerCard;
  assert.deepEqual(rest, details);
  assert.equal(new Set([imageUrl, ...imageUrls]).size, 4);
  const { partnerCards } = (await world.visitor.get(PUBLIC)).ok<PublicDoctors>();
  assert.deepEqual(partnerCards[0], partnerCard);
  assert.deepEqual((await world.admin.get(`${URL}/${_id}`)).ok(), { partnerCard });
  for (const file of [imageUrl, ...imageUrls])
    assert.equal((await world.visitor.get(pictureUrl('card', file))).status, 200);
});

test('clinic, Instagram and certificates may be left out; one certificate needs no list', async (t) => {
  const world = await newWorld(t);
  const { firstName, lastName, phone } = details;
  const form = { firstName, lastName, phone, image: await picture() };
  const bare = (await world.admin.form('POST', URL, form)).ok<Saved>().partnerCard;
  assert.deepEqual([bare.clinicName, bare.instagram, bare.imageUrls], ['', '', []]);
  const one = await addCard(world, { images: await picture() });
  assert.equal(one.imageUrls.length, 1);
  assert.deepEqual((await addCard(world, { images: '' })).imageUrls, []);
});

test('the first failing field is the message, in the order of the form', async (t) => {
  const world = await newWorld(t);
  const { firstName, lastName, phone } = details;
  const cases: [FormParts, string][] = [
    [{ lastName, phone }, 'Please enter a first name'],
    [{ firstName, lastName: ' ', phone }, 'Please enter a last name'],
    [{ firstName, lastName }, 'Please enter a phone number'],
    [details, 'Please upload a doctor image'],
    [{ ...details, image: 'x' }, 'Please upload a doctor image'],
    [{ ...details, image: await picture(), images: 'x' }, 'The certificates must be images'],
    [
      { ...details, image: await picture(), images: await certificates(13) },
      'A doctor may have at most 12 certificates',
    ],
  ];
  for (const [parts, message] of cases)
    assert.equal((await world.admin.form('POST', URL, parts)).refused(400).message, message);
  assert.deepEqual(await storedPictures(world), []);
});

test('an edit keeps a picture without replacement, and certificates that are not deleted', async (t) => {
  const world = await newWorld(t);
  const card = await addCard(world, { images: await certificates(2) });
  const url = `${URL}/${card._id}`;
  const edit = async (parts: FormParts) =>
    (await world.admin.form('PATCH', url, parts)).ok<Saved>().partnerCard;
  const named = await world.admin.form('PATCH', url, { ...details, lastName: 'Əliyeva' });
  assert.equal(named.ok<Saved>().message, 'Həkim məlumatları uğurla yeniləndi');
  assert.deepEqual(named.ok<Saved>().partnerCard, { ...card, lastName: 'Əliyeva' });
  assert.deepEqual(await edit({ ...details, existingImageUrl: card.imageUrl }), card);
  assert.deepEqual(await edit({ ...details, deletedImageUrls: '[]' }), card);
  assert.deepEqual(await edit({ clinicName: '' }), { ...card, clinicName: '' });
  const none = await world.admin.form('PATCH', url, { ...details, existingImageUrl: '' });
  assert.equal(none.refused(400).message, 'Please upload a doctor image');
  assert.equal((await storedPictures(world)).length, 3);
});

test('files of replaced pictures and deleted certificates are removed', async (t) => {
  const world = await newWorld(t);
  const card = await addCard(world, { images: await certificates(3) });
  const url = `${URL}/${card._id}`;
  const [first = '', second = '', third = ''] = card.imageUrls;
  const form = {
    ...details,
    image: await picture({ width: 100 }),
    images: await certificates(2),
    existingImageUrl: '',
    deletedImageUrls: JSON.stringify([second]),
  };
  const edited = (await world.admin.form('PATCH', url, form)).ok<Saved>().partnerCard;
  assert.notEqual(edited.imageUrl, card.imageUrl);
  assert.deepEqual(edited.imageUrls.slice(0, 2), [first, third]);
  assert.equal(edited.imageUrls.length, 4);
  for (const file of [card.imageUrl, second])
    (await world.visitor.get(pictureUrl('card', file))).refused(404);

  const asList = await world.admin.patch(url, { deletedImageUrls: [first, second, 'nobody.webp'] });
  assert.deepEqual(asList.ok<Saved>().partnerCard.imageUrls, edited.imageUrls.slice(1));
  const asName = await world.admin.form('PATCH', url, { deletedImageUrls: third });
  assert.deepEqual(asName.ok<Saved>().partnerCard.imageUrls, edited.imageUrls.slice(2));
  for (const bad of ['[', '[1]', '[{}]']) {
    const refusal = (await world.admin.form('PATCH', url, { deletedImageUrls: bad })).refused(400);
    assert.equal(refusal.fields?.length, 1, bad);
  }
  assert.equal((await storedPictures(world)).length, 3);
});

test('certificates of another doctor cannot be deleted', async (t) => {
  const world = await newWorld(t);
  const card = await addCard(world, { images: await certificates(1) });
  const other = await addCard(world);
  const deletedImageUrls = [...card.imageUrls, card.imageUrl, other.imageUrl];
  const answer = await world.admin.patch(`${URL}/${other._id}`, { deletedImageUrls });
  assert.deepEqual(answer.ok<Saved>().partnerCard, other);
  assert.deepEqual((await world.admin.get(`${URL}/${card._id}`)).ok(), { partnerCard: card });
  assert.equal((await storedPictures(world)).length, 3);
});

test('twelve certificates are the most, also in two edits at once', async (t) => {
  const world = await newWorld(t);
  const card = await addCard(world, { images: await certificates(8) });
  const url = `${URL}/${card._id}`;
  const images = await certificates(3);
  const edits = await Promise.all([1, 2].map(() => world.admin.form('PATCH', url, { images })));
  assert.deepEqual(edits.map(({ status }) => status).toSorted(), [200, 400]);
  const { partnerCard } = (await world.admin.get(url)).ok<Saved>();
  assert.equal(partnerCard.imageUrls.length, 11);
  assert.equal((await storedPictures(world)).length, 12);
  const [gone = ''] = partnerCard.imageUrls;
  const swapped = { deletedImageUrls: JSON.stringify([gone]), images: await certificates(2) };
  (await world.admin.form('PATCH', url, swapped)).ok();
});

test('a bad certificate leaves nothing of the others, and the card as it was', async (t) => {
  const world = await newWorld(t);
  const [one, two] = await certificates(2);
  const damaged = await picture({ width: 400, height: 400, name: 'yarımçıq.png' }, noisy);
  assert.ok(one && two);
  const half = { ...damaged, bytes: damaged.bytes.subarray(0, damaged.bytes.length / 2) };
  const notOne = { fileName: 'sertifikat.png', bytes: Buffer.from('<svg xmlns="…"/>') };
  for (const bad of [half, notOne]) {
    const form: FormParts = { ...details, image: await picture(), images: [one, two, bad] };
    const refusal: ErrorBody = (await world.admin.form('POST', URL, form)).refused(415);
    assert.equal(refusal.message, 'The image is damaged, or it is not what its name says');
    assert.equal(refusal.fields?.[0]?.path, 'images');
    assert.deepEqual(await storedPictures(world), []);
  }
  assert.deepEqual((await world.admin.get(URL)).ok<DoctorList>().partnerCards, []);
  const card = await addCard(world);
  const edit = { firstName: 'Başqa', image: one, images: [two, half] };
  (await world.admin.form('PATCH', `${URL}/${card._id}`, edit)).refused(415);
  assert.deepEqual((await world.admin.get(`${URL}/${card._id}`)).ok(), { partnerCard: card });
  assert.equal((await storedPictures(world)).length, 1);
});

test('a doctor is deleted once, with all files', async (t) => {
  const world = await newWorld(t);
  const card = await addCard(world, { images: await certificates(2) });
  const url = `${URL}/${card._id}`;
  assert.equal((await world.admin.delete(url)).ok<Saved>().message, 'Həkim uğurla silindi');
  (await world.admin.delete(url)).refused(404);
  (await world.admin.get(url)).refused(404);
  (await world.admin.form('PATCH', url, { ...details, image: await picture() })).refused(404);
  assert.deepEqual(await storedPictures(world), []);
  for (const table of ['pictures', 'partner_card_images'] as const) {
    const rows = await world.db.selectFrom(table).selectAll().execute();
    assert.deepEqual(rows, [], table);
  }
});

test('the list has pages of twenty and searches by the doctor’s name, folding letters', async (t) => {
  const world = await newWorld(t);
  for (const firstName of ['Şəhla', 'İlqar', 'Çingiz']) await addCard(world, { firstName });
  const list = async (query: object) => {
    const answer = await world.admin.get(`${URL}?${new URLSearchParams({ ...query })}`);
    return answer.ok<DoctorList>();
  };
  const names = async (name: string) =>
    (await list({ name })).partnerCards.map(({ firstName }) => firstName);
  assert.deepEqual(await names('quliyeva'), ['Çingiz', 'İlqar', 'Şəhla']);
  assert.deepEqual(await names('sehl QUL'), ['Şəhla']);
  assert.deepEqual(await names('c'), ['Çingiz']);
  assert.deepEqual(await names('ağ diş'), []);
  const second = await list({ page: 2, limit: 2 });
  assert.deepEqual(Object.keys(second), ['partnerCards', 'totalPages']);
  assert.deepEqual([second.partnerCards.length, second.totalPages], [1, 2]);
  const { partnerCards } = await list({ name: 'ilqar' });
  (await world.admin.patch(`${URL}/${partnerCards[0]?._id}`, { lastName: 'Əsədov' })).ok();
  assert.deepEqual(await names('asadov'), []);
  assert.deepEqual(await names('esedov ilqar'), ['İlqar']);
});

test('an unchanged poll is 304, and a change of certificates alone ends that', async (t) => {
  const world = await newWorld(t);
  const card = await addCard(world, { images: await certificates(2) });
  for (const [client, url] of [
    [world.admin, URL],
    [world.visitor, PUBLIC],
  ] as const) {
    for (const change of [{ deletedImageUrls: [card.imageUrls.pop()] }, { phone: url }]) {
      const { etag } = (await client.get(url)).response.headers;
      const poll = () => client.get(url, { 'if-none-match': etag });
      assert.equal((await poll()).status, 304);
      (await world.admin.patch(`${URL}/${card._id}`, change)).ok();
      (await poll()).ok();
    }
  }
});

test('strangers and partners change nothing, and see the public list alone', async (t) => {
  const world = await newWorld(t);
  const { _id } = await addCard(world);
  const { client } = await world.signedInPartner();
  const form = { ...details, image: await picture() };
  for (const [who, status] of [
    [world.visitor, 401],
    [client, 403],
  ] as const) {
    (await who.get(PUBLIC)).ok();
    (await who.get(URL)).refused(status);
    (await who.get(`${URL}/${_id}`)).refused(status);
    (await who.form('POST', URL, form)).refused(status);
    (await who.form('PATCH', `${URL}/${_id}`, form)).refused(status);
    (await who.delete(`${URL}/${_id}`)).refused(status);
  }
  const actions = await world.db
    .selectFrom('audit')
    .select('action')
    .where('object', '=', 'partner-card')
    .execute();
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['create'],
  );
});

/** Noise does not compress: half of its bytes are half of its pixels. */
const noisy: NonNullable<Parameters<typeof picture>[1]> = (image) =>
  image.composite([
    {
      input: {
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: '#000',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      },
    },
  ]);
