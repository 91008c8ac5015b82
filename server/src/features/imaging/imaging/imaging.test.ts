import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type {
  Checkup,
  CheckupList,
  OwnCheckupList,
} from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { pictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { hostilePool } from '@deqiq/testkit/decoders/hostile-pool.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { diskFull } from '../../../platform/errors.ts';
import { DecoderFailure, RejectedFile } from '../../../platform/media/decoder-errors.ts';
import type { DecoderPool, RunOptions } from '../../../platform/media/pool/decoder-pool.ts';

/** A world whose jobs run, with a partner's checkup of one file. */
async function newExamination(
  t: TestContext,
  fileName: string,
  bytes: Buffer,
  options: Parameters<typeof newWorld>[1] = {},
) {
  const world = await newWorld(t, { runsJobs: true, ...options });
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id, fileName, bytes });
  const staffLink = async () => {
    const list = await world.admin.get('/api/admin/checkups');
    return firstLink(list.ok<CheckupList>().checkups);
  };
  const partnerLink = async () => {
    const list = await client.get('/api/partner/misc/checkups');
    return firstLink(list.ok<OwnCheckupList>().checkups);
  };
  const whenDerived = () => untilTrue(async () => (await staffLink()).imaging.state !== 'pending');
  return { ...world, client, checkup, staffLink, partnerLink, whenDerived };
}

/**
 * The end of the back-off of the job that makes the pictures, or `at` while it runs: a later moment would end its lease,
 * and after some of these it has failed.
 */
async function passBackOff(db: World['db'], at: number): Promise<number> {
  const ofPicture = db.selectFrom('jobs').where('kind', '=', 'derive-image');
  const job = await ofPicture.select(['run_at', 'lease_token']).executeTakeFirst();
  return job?.lease_token === null ? Math.max(at, Date.parse(job.run_at)) : at;
}

function firstLink(checkups: readonly Checkup[]): FileLink {
  const link = checkups[0]?.xrayFileLinks[0];
  assert.ok(link);
  return link;
}

/** A panoramic of one frame that brightens from left to right. */
function panoramic(
  patient: { firstName: string; lastName: string },
  birthDate = '1990-01-05',
): Buffer {
  const width = 600;
  const height = 300;
  const frame = Uint16Array.from({ length: width * height }, (_, at) => (at % width) * 4);
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram',
    width,
    height,
    frames: [frame],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq',
    patient: { ...patient, id: '1', birthDate, sex: 'F' },
  });
}

/** A volume of `side` slices. */
function cbct(side: number): Buffer {
  const frames = Array.from({ length: side }, (_, slice) =>
    Uint16Array.from({ length: side * side }, (_unused, at) => (at % side) * 8 + slice * 8),
  );
  return dicomFile({
    modality: 'CT',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'KLKT',
    width: side,
    height: side,
    frames,
    spacing: [0.2, 0.2],
    sliceSpacing: 0.2,
    institution: 'Dəqiq',
    patient: {
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      id: '1',
      birthDate: '1990-01-05',
      sex: 'F',
    },
  });
}

/** One axial slice of a series with a spacing of 2 mm. */
function oneSlice(index: number, patient = 'Hüseynova^Nigar', series = '2.25.1'): Buffer {
  const side = 32;
  return ctSlice({
    width: side,
    height: side,
    instance: 100 - index,
    patient,
    series,
    position: [0, 0, index * 2],
    pixels: Uint16Array.from({ length: side * side }, (_, at) => at + index),
  });
}

const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files, { level: 6 }));

const nigar = { firstName: 'Nigar', lastName: 'Hüseynova' };

describe('the pictures of an X-ray', () => {
  test('a panoramic is waited for, and then shown to staff and its partner', async (t) => {
    const { checkup, visitor, partnerLink, whenDerived } = await newExamination(
      t,
      'panoram.dcm',
      panoramic(nigar),
    );
    assert.equal(checkup.xrayFileLinks[0]?.imaging.state, 'pending');
    assert.equal(checkup.xrayFileLinks[0]?.previewUrl, undefined);
    await whenDerived();
    const { imaging, previewUrl } = await partnerLink();
    assert.deepEqual(
      { ...imaging, url: undefined },
      {
        state: 'ready',
        kind: 'image',
        modality: 'PX',
        width: 600,
        height: 300,
        frames: 1,
        spacing: [0.1, 0.1],
        spacingKind: 'detector',
        acquiredOn: '2026-11-20',
        device: imaging.device,
        previews: [320, 1_280],
        url: undefined,
      },
    );
    const preview = await visitor.get(previewUrl ?? '');
    assert.equal(preview.response.headers['content-type'], 'image/webp');
    assert.deepEqual(
      (({ width, height }) => [width, height])(await sharp(preview.response.rawPayload).metadata()),
      [600, 300],
    );
  });

  test('a volume comes with its levels and their geometry', async (t) => {
    const { visitor, partnerLink, whenDerived } = await newExamination(t, 'cbct.dcm', cbct(40));
    await whenDerived();
    const { imaging } = await partnerLink();
    assert.equal(imaging.kind, 'volume');
    assert.deepEqual(imaging.spacing, [0.2, 0.2, 0.2]);
    const meta = pictureMetadata.parse((await visitor.get(`${imaging.url}meta`)).ok());
    assert.deepEqual(
      meta.levels.map(({ width, height, slices }) => [width, height, slices]),
      [
        [10, 10, 10],
        [20, 20, 20],
        [40, 40, 40],
      ],
    );
    for (const { name, lengths } of meta.levels) {
      const level = await visitor.get(`${imaging.url}${name}`);
      assert.equal(
        level.response.rawPayload.length,
        lengths.reduce((sum, length) => sum + length, 0),
      );
    }
  });

  test('a viewer reads the levels by range, uncompressed, and no cache keeps them', async (t) => {
    const { visitor, partnerLink, whenDerived } = await newExamination(t, 'cbct.dcm', cbct(40));
    await whenDerived();
    const { imaging } = await partnerLink();
    const accept = { 'accept-encoding': 'gzip, br, zstd', origin: 'https://other.example' };
    for (const [name, type] of [
      ['meta', 'application/json'],
      ['l0', 'application/octet-stream'],
      ['l1', 'application/octet-stream'],
      ['l2', 'application/octet-stream'],
    ] as const) {
      const { response: whole } = await visitor.get(`${imaging.url}${name}`, accept);
      const { response: part } = await visitor.get(`${imaging.url}${name}`, {
        ...accept,
        range: 'bytes=10-109',
        'if-range': String(whole.headers.etag),
      });
      assert.deepEqual([whole.statusCode, part.statusCode], [200, 206], name);
      assert.deepEqual(part.rawPayload, whole.rawPayload.subarray(10, 110));
      assert.equal(part.headers['content-range'], `bytes 10-109/${whole.rawPayload.length}`);
      for (const { headers } of [whole, part]) {
        assert.equal(headers['content-type'], type);
        assert.equal(headers['accept-ranges'], 'bytes');
        assert.equal(headers['content-encoding'], undefined);
        assert.equal(headers['access-control-allow-origin'], undefined);
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
        assert.equal(headers['cache-control'], 'private, no-store');
      }
    }
  });

  test('a photograph has previews without its location', async (t) => {
    const photo = await picture({ width: 1_500, height: 1_000, format: 'jpeg' });
    const { partnerLink, whenDerived, visitor } = await newExamination(t, 'a.jpg', photo.bytes);
    await whenDerived();
    const { imaging, previewUrl } = await partnerLink();
    assert.deepEqual(imaging.previews, [320, 1_280, 2_400]);
    const preview = await visitor.get(previewUrl ?? '');
    assert.equal((await sharp(preview.response.rawPayload).metadata()).exif, undefined);
  });

  test('a file that cannot be read is said to have failed, can be downloaded and tried again', async (t) => {
    const { admin, visitor, staffLink, partnerLink, whenDerived } = await newExamination(
      t,
      'panoram.dcm',
      panoramic(nigar).subarray(0, 700),
    );
    await whenDerived();
    const { id, imaging, url } = await staffLink();
    assert.deepEqual(imaging, { state: 'failed', failure: 'damaged' });
    assert.equal((await partnerLink()).imaging.state, 'failed');
    assert.equal((await visitor.get(url)).response.rawPayload.length, 700);
    (await admin.post(`/api/admin/files/${id}/derive`, {})).ok();
    await whenDerived();
    assert.equal((await staffLink()).imaging.state, 'failed');
  });

  for (const [command, failure] of [
    ['die', 'crashed'],
    ['take native memory', 'too-large'],
  ] as const)
    test(`a file at which its decoder does this has failed: ${command}`, async (t) => {
      const bytes = Buffer.concat([someDicom(), Buffer.from(command)]);
      let at = Date.now();
      const world = await newExamination(t, 'a.dcm', bytes, {
        now: () => at,
        derivers: hostilePool(t),
      });
      const findRow = () =>
        world.db.selectFrom('file_imaging').selectAll().executeTakeFirstOrThrow();
      await untilTrue(async () => {
        at = await passBackOff(world.db, at);
        return (await findRow()).state !== 'pending';
      });
      const row = await findRow();
      assert.deepEqual([row.state, row.failure], ['failed', failure]);
    });

  test('a DICOM file without a picture is unsupported', async (t) => {
    const { staffLink, whenDerived } = await newExamination(t, 'a.dcm', someDicom());
    await whenDerived();
    assert.deepEqual((await staffLink()).imaging, { state: 'unsupported', kind: 'document' });
  });
});

describe('while the pictures are made', () => {
  /** Calls `onWrite` before each write of a derived object. */
  async function newHookedWorld(t: TestContext, onWrite: () => Promise<void>) {
    const clock = { at: Date.now() };
    const world = await newWorld(t, { runsJobs: true, now: () => clock.at });
    const { write } = world.storage;
    world.storage.write = async (key, ...rest) => {
      if (key.startsWith('derived/')) await onWrite();
      return write(key, ...rest);
    };
    const derived = () => Array.fromAsync(world.storage.list('derived'));
    const findJob = () => world.db.selectFrom('jobs').selectAll().executeTakeFirst();
    return { ...world, clock, derived, findJob };
  }

  test('a full disk delays them and leaves nothing half made', async (t) => {
    let isFull = true;
    const { db, clock, addCheckup, derived, findJob } = await newHookedWorld(t, async () => {
      if (isFull) throw diskFull();
    });
    await addCheckup({ fileName: 'a.dcm', bytes: panoramic(nigar) });
    await untilTrue(async () => (await findJob())?.last_error !== null);
    assert.deepEqual(await derived(), []);
    isFull = false;
    const findState = async () =>
      (await db.selectFrom('file_imaging').select('state').executeTakeFirstOrThrow()).state;
    await untilTrue(async () => {
      clock.at = await passBackOff(db, clock.at);
      return (await findState()) === 'ready';
    });
  });

  test('a file that is removed for good leaves nothing', async (t) => {
    const world = await newHookedWorld(t, async () => {
      await world.db.deleteFrom('checkup_files').execute();
      await world.db.deleteFrom('file_imaging').execute();
    });
    await world.addCheckup({ fileName: 'a.dcm', bytes: panoramic(nigar) });
    await untilTrue(async () => (await world.findJob()) === undefined);
    await untilTrue(async () => (await world.derived()).length === 0);
    assert.deepEqual(await world.db.selectFrom('dicom_headers').selectAll().execute(), []);
  });
});

test('a file whose decoder is killed once has not failed, and gets a process that is not killed with it', async (t) => {
  let at = Date.now();
  const failures = ['start', 'crash', 'start', 'crash'] as const;
  const requested: (boolean | undefined)[] = [];
  const { stats, pids, close } = hostilePool(t);
  const run = (kind: string, _params: object, _input: object, { isFresh }: RunOptions) => {
    if (kind !== 'derive') return Promise.reject(new Error('only the pictures are tested'));
    const reason = failures[requested.length];
    requested.push(isFresh);
    const value = { state: 'unsupported', kind: 'document', summary: {} };
    return reason
      ? Promise.reject(new DecoderFailure(reason, 'SIGKILL'))
      : Promise.resolve({ value, outputs: [] } as never);
  };
  const { db } = await newExamination(t, 'a.dcm', someDicom(), {
    now: () => at,
    derivers: { run, stats, pids, close },
  });
  const findState = async () =>
    (await db.selectFrom('file_imaging').select('state').executeTakeFirstOrThrow()).state;
  await untilTrue(async () => {
    at = await passBackOff(db, at);
    return (await findState()) !== 'pending';
  });
  assert.equal(await findState(), 'unsupported');
  assert.deepEqual(requested, [false, false, true, false, true]);
});

describe('a file that takes more than a picture may take', () => {
  /** Answers of the decoders in their order, and how they were requested. */
  async function newDerivation(t: TestContext, first: Error | null) {
    const requested: (boolean | undefined)[] = [];
    const { stats, pids, close } = hostilePool(t);
    const run = (kind: string, _params: object, _input: object, options: RunOptions) => {
      if (kind !== 'derive') return Promise.reject(new Error('only the pictures are tested'));
      requested.push(options.isFresh);
      if (requested.length === 1 && first) return Promise.reject(first);
      const value = { state: 'unsupported', kind: 'document', summary: {} };
      return Promise.resolve({
        value: requested.length === 1 ? null : value,
        outputs: [],
      } as never);
    };
    const derivers = { run: run as DecoderPool['run'], stats, pids, close };
    return { requested, ...(await newExamination(t, 'a.dcm', someDicom(), { derivers })) };
  }

  for (const [reason, first] of [
    ['by its announced pixels', null],
    ['of the memory of a process that has served others', new DecoderFailure('memory')],
    ['of time', new DecoderFailure('timeout')],
  ] as const)
    test(`waits with the volumes, for a process of its own: ${reason}`, async (t) => {
      const { requested, whenDerived, staffLink } = await newDerivation(t, first);
      await whenDerived();
      assert.deepEqual(requested, [false, true]);
      assert.equal((await staffLink()).imaging.state, 'unsupported');
    });

  test('has failed after that, and is tried again once an hour', async (t) => {
    const { admin, db, staffLink, whenDerived } = await newExamination(
      t,
      'a.dcm',
      Buffer.concat([someDicom(), Buffer.from('take native memory')]),
      { derivers: hostilePool(t) },
    );
    await whenDerived();
    const { id, imaging } = await staffLink();
    assert.equal(imaging.failure, 'too-large');
    const retry = async () => (await admin.post(`/api/admin/files/${id}/derive`, {})).status;
    assert.equal(await retry(), 409);
    const updated_at = new Date(Date.now() - 61 * 60_000).toISOString();
    await db.updateTable('file_imaging').set({ updated_at }).execute();
    assert.equal(await retry(), 200);
    await whenDerived();
    assert.equal(await retry(), 409);
  });
});

test('a ZIP of one picture repeated cannot fill the disk', async (t) => {
  const limits: (number | undefined)[] = [];
  const { run: _run, ...pool } = hostilePool(t);
  const run = (kind: string, _params: object, _input: object, options: RunOptions) => {
    if (kind === 'derive') limits.push(options.maxOutput);
    return Promise.reject(new RejectedFile('not decoded'));
  };
  const bytes = someDicom();
  const derivers = { ...pool, run: run as DecoderPool['run'] };
  const { whenDerived } = await newExamination(t, 'a.dcm', bytes, { derivers });
  await whenDerived();
  assert.deepEqual(limits, [16 * 1024 * 1024 + 32 * bytes.length]);
});

test('pictures that a killed job has left are swept a day later, and no others', async (t) => {
  let at = Date.now();
  const world = await newExamination(t, 'a.dcm', panoramic(nigar), { now: () => at });
  await world.whenDerived();
  const { id } = await world.staffLink();
  const derived = () => Array.fromAsync(world.storage.list('derived'));
  const valid = (await derived()).length;
  const whole = `derived/${id}_0_l0` as const;
  const half = `derived/${id}_0_l1` as const;
  for (const key of [whole, half]) await world.storage.write(key, 0, Buffer.from('x'));
  await world.storage.finish(whole);
  const log = { info: () => {}, error: () => {} };
  assert.equal(await world.imaging.sweep(log), 0);
  at += 25 * 60 * 60_000;
  assert.equal(await world.imaging.sweep(log), 2);
  assert.equal((await derived()).length, valid);
});

describe('an archive of slices', () => {
  const slices = (count: number): Record<string, Uint8Array> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, slice) => [`CT/I${(slice * 7) % count}`, oneSlice(slice)]),
    );

  test('is a volume in the order of positions, and what is no slice is counted', async (t) => {
    const bytes = zip({ ...slices(10), 'CT/readme.txt': Buffer.from('a viewer') });
    const { partnerLink, whenDerived, visitor } = await newExamination(t, 'CT.zip', bytes);
    await whenDerived();
    const { imaging } = await partnerLink();
    assert.deepEqual(
      [imaging.state, imaging.kind, imaging.frames, imaging.skipped],
      ['ready', 'volume', 10, 1],
    );
    const meta = pictureMetadata.parse((await visitor.get(`${imaging.url}meta`)).ok());
    assert.deepEqual(meta.geometry?.spacing, [0.5, 0.5, 2]);
    assert.deepEqual(meta.geometry?.origin, [0, 0, 0]);
  });

  test('of which one is missing is a volume with a slice between its neighbours', async (t) => {
    const all = slices(12);
    delete all['CT/I6'];
    const { partnerLink, whenDerived, visitor } = await newExamination(t, 'CT.zip', zip(all));
    await whenDerived();
    const { kind, issues, frames, filled, url } = (await partnerLink()).imaging;
    assert.deepEqual([kind, issues, frames, filled], ['volume', ['missing-slices'], 12, 1]);
    const meta = pictureMetadata.parse((await visitor.get(`${url}meta`)).ok());
    assert.equal(meta.levels.at(-1)?.slices, 12);
  });

  test('with two series and a panoramic shows all three, and nothing else is missing', async (t) => {
    const second = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `B/I${index}`,
        oneSlice(index, undefined, '2.25.2'),
      ]),
    );
    const bytes = zip({ ...slices(10), ...second, 'opg.dcm': panoramic(nigar) });
    const { partnerLink, whenDerived, visitor } = await newExamination(t, 'CT.zip', bytes);
    await whenDerived();
    const { imaging } = await partnerLink();
    const { kind, frames, others = [], skipped, series } = imaging;
    assert.deepEqual(
      [{ kind, frames }, ...others].map((each) => [each.kind, each.frames]),
      [
        ['volume', 10],
        ['volume', 9],
        ['image', 1],
      ],
    );
    assert.equal(new Set([series, ...others.map((each) => each.series)]).size, 3);
    assert.equal(skipped, undefined);
    for (const name of ['1-meta', '2-meta']) {
      const meta = pictureMetadata.parse((await visitor.get(`${imaging.url}${name}`)).ok());
      assert.equal(meta.kind, others[Number(name[0]) - 1]?.kind);
    }
    assert.equal((await visitor.get(`${imaging.url}2-preview-320`)).status, 200);
    assert.equal((await visitor.get(`${imaging.url}3-meta`)).status, 404);
  });

  test('that is made again leaves no object of its former pictures', async (t) => {
    const bytes = zip({ ...slices(10), 'opg.dcm': panoramic(nigar) });
    const { partnerLink, whenDerived, admin, storage } = await newExamination(t, 'CT.zip', bytes);
    await whenDerived();
    const listNames = async () =>
      (await Array.fromAsync(storage.list('derived'))).map(({ key }) => key);
    assert.ok((await listNames()).some((name) => name.endsWith('_1-l2')));
    (await admin.post(`/api/admin/files/${(await partnerLink()).id}/derive`)).ok();
    await whenDerived();
    await untilTrue(async () => {
      const generations = (await listNames()).map((name) => name.split('_')[1]);
      return new Set(generations).size === 1;
    });
  });
});

describe('the patient in the file', () => {
  test('who is not the only one in an archive is a warning', async (t) => {
    const names = ['Hüseynova^Nigar', 'NIGAR HUSEYNOVA', 'Əliyev^Orxan'];
    const slices = names.map((name, index) => [`I${index}`, oneSlice(index, name)]);
    const bytes = zip(Object.fromEntries(slices));
    const { staffLink, whenDerived } = await newExamination(t, 'CT.zip', bytes);
    await whenDerived();
    assert.deepEqual((await staffLink()).imaging.issues, ['several-patients']);
  });

  test('who is another one is shown to staff and, once they have confirmed, to the partner', async (t) => {
    const file = panoramic({ firstName: 'Orxan', lastName: 'Əliyev' });
    const { staffLink, partnerLink, whenDerived } = await newExamination(t, 'a.dcm', file);
    await whenDerived();
    const { otherPatient, birthDate } = (await staffLink()).imaging;
    assert.deepEqual([otherPatient, birthDate], ['Orxan Əliyev', '1990-01-05']);
    const shown = (await partnerLink()).imaging;
    assert.deepEqual([shown.otherPatient, shown.birthDate], ['Orxan Əliyev', '1990-01-05']);
  });

  test('who is the one that staff typed is not shown', async (t) => {
    const { staffLink, whenDerived } = await newExamination(t, 'a.dcm', panoramic(nigar));
    await whenDerived();
    const { otherPatient, birthDate } = (await staffLink()).imaging;
    assert.deepEqual([otherPatient, birthDate], [undefined, undefined]);
  });

  test('whose birth date differs between the files of an examination is shown to staff', async (t) => {
    const { admin, db, checkup, whenDerived, ...world } = await newExamination(
      t,
      'a.dcm',
      panoramic(nigar),
    );
    const fileId = await admin.upload(panoramic(nigar, '1984-03-12'), 'b.dcm');
    const files = [{ fileId, fileName: 'b.dcm' }];
    (
      await admin.post('/api/admin/checkups/merge-chunks', {
        checkupId: checkup._id,
        ...nigar,
        files,
      })
    ).ok();
    await untilTrue(async () => {
      await whenDerived();
      return (await db.selectFrom('jobs').select('id').execute()).length === 0;
    });
    const list = (await admin.get('/api/admin/checkups')).ok<CheckupList>();
    assert.deepEqual(
      list.checkups[0]?.xrayFileLinks.map(({ imaging }) => imaging.birthDate),
      ['1990-01-05', '1984-03-12'],
    );
    assert.equal((await world.partnerLink()).imaging.birthDate, undefined);
  });
});
