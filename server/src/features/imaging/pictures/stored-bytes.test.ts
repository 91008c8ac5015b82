import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import type { FilePart } from '@deqiq/testkit/client.ts';
import { picture, storedPictures } from '@deqiq/testkit/documents/pictures.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import sharp from 'sharp';
import { readObject } from '../../../platform/storage/small-objects.ts';
import { picturesService } from './pictures.service.ts';

const CLINICS = '/api/admin/clinics';
const details = { title: 'Ağ Diş', phone: '+994 12 555 44 33', instagram: '@agdis' };
const tomorrow = () => Date.now() + 25 * 3_600_000;
const requester = { actor: { role: 'admin', personId: 'a' } } as const;
const log = { info: () => {}, error: (_about: object, message: string) => assert.fail(message) };

async function addClinic({ admin }: World, image: FilePart): Promise<Clinic> {
  const answer = await admin.form('POST', CLINICS, { ...details, image });
  return answer.ok<{ clinic: Clinic }>().clinic;
}

/** A picture as a form would have brought it. */
const sent = async (width: number) => ({
  field: 'image',
  file: { ...(await picture({ width })), contentType: 'image/png' },
});

describe('bytes and rows', () => {
  test('a failing transaction leaves no bytes', async (t) => {
    const world = await newWorld(t);
    const { db, storage, media } = world;
    const pictures = picturesService({ db, storage, media, now: Date.now });
    const one = await sent(2_000);
    let storedFiles = 0;
    const failing = pictures.storeAndRun('clinic', [one, one], requester, (stored) =>
      db.transaction().execute(async (tx) => {
        await pictures.attach(tx, stored);
        storedFiles = (await storedPictures(world)).length;
        throw new Error('no');
      }),
    );
    await assert.rejects(failing, /^Error: no$/);
    assert.equal(storedFiles, 6);
    assert.deepEqual(await storedPictures(world), []);
    assert.deepEqual(await db.selectFrom('pictures').selectAll().execute(), []);
  });

  test('a failed transaction leaves neither files nor rows', async (t) => {
    const world = await newWorld(t);
    await world.db.schema.dropTable('audit').execute();
    const form = { ...details, image: await picture() };
    assert.equal((await world.admin.form('POST', CLINICS, form)).status, 500);
    assert.deepEqual(await storedPictures(world), []);
    assert.deepEqual(await world.db.selectFrom('clinics').selectAll().execute(), []);
  });

  test('after a lost connection the row may exist: the garbage collector decides', async (t) => {
    const world = await newWorld(t);
    const { db, storage, media } = world;
    const pictures = picturesService({ db, storage, media, now: tomorrow });
    const one = await sent(64);
    const gone = Object.assign(new Error('Connection terminated'), { statusCode: 503 });
    const committed = pictures.storeAndRun('clinic', [one], requester, async (stored) => {
      await db.transaction().execute((tx) => pictures.attach(tx, stored));
      throw gone;
    });
    await assert.rejects(committed, gone);
    await assert.rejects(
      pictures.storeAndRun('clinic', [one], requester, () => Promise.reject(gone)),
      gone,
    );
    assert.equal((await storedPictures(world)).length, 2);
    assert.equal(await pictures.sweep(log), 1);
    const [row] = await db.selectFrom('pictures').selectAll().execute();
    assert.deepEqual(await storedPictures(world), [`${row?.id}-480`]);
  });

  test('when the disk fills up at the last width, nothing is stored and the error is 507', async (t) => {
    const world = await newWorld(t);
    const { db, storage, media } = world;
    let writes = 0;
    const filling = {
      ...storage,
      write: (...args: Parameters<typeof storage.write>) => {
        writes += 1;
        if (writes < 6) return storage.write(...args);
        return Promise.reject(Object.assign(new Error('full'), { status: 507 }));
      },
    };
    const pictures = picturesService({ db, storage: filling, media, now: Date.now });
    const one = await sent(2_000);
    const failing = pictures.storeAndRun('clinic', [one, one], requester, () =>
      assert.fail('written'),
    );
    await assert.rejects(failing, /full/);
    assert.equal(writes, 6);
    assert.deepEqual(await storedPictures(world), []);
  });

  test('deletion works while the disk fails; the garbage collector removes the bytes later', async (t) => {
    const world = await newWorld(t);
    const { db, storage, media } = world;
    const clinic = await addClinic(world, await picture({ width: 2_000 }));
    const remaining = await addClinic(world, await picture());
    const remove = storage.remove;
    storage.remove = () => Promise.reject(new Error('EIO'));
    (await world.admin.delete(`${CLINICS}/${clinic._id}`)).ok();
    storage.remove = remove;
    (await world.visitor.get(pictureUrl('clinic', clinic.imageUrl))).refused(404);
    assert.equal((await storedPictures(world)).length, 4);
    assert.equal(await picturesService({ db, storage, media, now: Date.now }).sweep(log), 0);
    assert.equal(await picturesService({ db, storage, media, now: tomorrow }).sweep(log), 3);
    assert.deepEqual(await storedPictures(world), [remaining.imageUrl.replace('.webp', '-480')]);
  });
});

describe('a shipment', () => {
  const ship = async (t: TestContext, file: FilePart) => {
    const { db, storage, media } = await newWorld(t);
    const { contentType = '' } = file;
    const sending = picturesService({ db, storage, media, now: Date.now }).storeShipment(
      { field: 'image', file: { ...file, contentType } },
      { actor: { role: 'partner', personId: 'b' } },
    );
    return { sending, storage };
  };

  test('is stored among the patients’ files at its size, and its direction is all that is left of its metadata', async (t) => {
    const turned = await picture({ width: 1_800, height: 900, format: 'jpeg' }, (image) =>
      image.withExif({ IFD0: { Model: 'Camera 9' } }).withMetadata({ orientation: 8 }),
    );
    const { sending, storage } = await ship(t, turned);
    const { id, size, format } = await sending;
    assert.equal(format, 'jpeg');
    const bytes = await readObject(storage, `files/${id}`);
    assert.equal(bytes.length, size);
    const { width, height, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, orientation], [1_800, 900, 8]);
    assert.equal(bytes.includes('Camera 9'), false);
  });

  test('is no gif, in the partner’s words', async (t) => {
    const { sending } = await ship(t, await picture({ format: 'gif' }));
    await assert.rejects(sending, {
      status: 415,
      message: 'Xəta: Yalnız şəkil faylları (PNG, JPG, WEBP) qəbul edilir',
    });
  });
});
