import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { dicomwebClient } from '@deqiq/testkit/dicom/dicomweb.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { zipSync } from 'fflate';

const SIDE = 16;
const SLICES = 12;
const STUDY = '2.25.9';
const SERIES = '2.25.1';
const OTHER_SERIES = '2.25.2';

/** A slice of the study that both partners have. */
const slice = (index: number, series: string = SERIES): Buffer =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance: index + 1,
    position: [0, 0, index],
    series,
    pixels: Uint16Array.from({ length: SIDE * SIDE }, (_, at) => at + index),
    more: [
      { tag: 0x0008_0020, vr: 'DA', value: '20261120' },
      { tag: 0x0008_0030, vr: 'TM', value: '103000' },
      { tag: 0x0008_0050, vr: 'SH', value: `A${series}` },
      { tag: 0x0010_0020, vr: 'LO', value: 'P-1' },
      ...(series === SERIES ? [{ tag: 0x0018_0015, vr: 'CS', value: 'JAW' } as const] : []),
      { tag: 0x0028_3006, vr: 'OW', value: new Uint8Array(10_000).fill(index) },
    ],
  });

const panoramic = (firstName: string): Buffer =>
  dicomFile({
    modality: 'PX',
    date: '2026-11-21',
    time: '10:30:00',
    description: 'Panoram',
    width: 40,
    height: 20,
    frames: [new Uint16Array(800).fill(9)],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq',
    patient: { firstName, lastName: 'Əliyev', id: firstName, birthDate: '1990-01-05', sex: 'M' },
  });

const slices = Array.from({ length: SLICES }, (_, index) => slice(index));

/** Two partners: the first has a series in a ZIP and a panoramic, the other one slice of the same study. */
async function newArchive(t: TestContext) {
  const world = await newWorld(t, { runsJobs: true });
  const own = await world.signedInPartner();
  const other = await world.signedInPartner();
  const zip = zipSync({
    ...Object.fromEntries(slices.map((bytes, index) => [`CT/${index}`, bytes])),
    'CT/readme.txt': Buffer.from('a viewer'),
  });
  const add = (partner: string, fileName: string, bytes: Buffer) =>
    world.addCheckup({ partner, fileName, bytes });
  await add(own.partner._id, 'ct.zip', Buffer.from(zip));
  await add(own.partner._id, 'a.dcm', panoramic('Orxan'));
  await add(other.partner._id, 'b.dcm', slice(0, OTHER_SERIES));
  await untilTrue(async () => {
    const waiting = await world.db.selectFrom('jobs').select('id').execute();
    return waiting.length === 0;
  });
  const base = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/dicom-web`;
  const clientOf = ({ tokens }: typeof own.client) =>
    dicomwebClient(base, tokens?.accessToken ?? '');
  return {
    ...world,
    base,
    own: { ...own, ohif: clientOf(own.client) },
    other: { ...other, ohif: clientOf(other.client) },
    staff: { client: world.admin, ohif: clientOf(world.admin) },
  };
}

/** Keys, values and media types of absurd searches. */
const KEYS = ['PatientName', '00100010', 'StudyDate', 'limit', 'includefield', 'SeriesNumber'];
const TEXTS = [
  '%00',
  '*'.repeat(200),
  '%25_',
  '[!a]*',
  '-',
  '99999999999',
  '\\',
  "'",
  'ə%F0%9F',
  '?',
];
const TYPES = ['*/*', '', ';;', 'multipart/related; type="', 'a/b;q=x', ',,,', 'image/*', '"'];

const firstValue = (item: Record<string, { Value?: unknown[] }> | undefined, tag: string) =>
  item?.[tag]?.Value?.[0];

test('a program of a doctor searches and fetches the doctor’s own studies', async (t) => {
  const world = await newArchive(t);
  const { own, other, staff } = world;
  const study = { studyInstanceUID: STUDY };
  const series = { ...study, seriesInstanceUID: SERIES };

  await t.test('a search finds studies with their counts, the latest first', async () => {
    const found = await own.ohif.searchForStudies();
    assert.deepEqual(
      found.map((item) => [firstValue(item, '00080020'), firstValue(item, '00201208')]),
      [
        ['20261121', 1],
        ['20261120', SLICES],
      ],
    );
    assert.deepEqual(firstValue(found[0], '00100010'), { Alphabetic: 'Əliyev^Orxan' });
    assert.equal(firstValue(found[1], '00081190'), `${world.base}/studies/${STUDY}`);
    assert.deepEqual(firstValue(found[1], '00080061'), 'CT');
  });

  await t.test('keys of the standard match by UID, wildcard, range and folded name', async () => {
    const count = async (queryParams: Record<string, string>) =>
      (await own.ohif.searchForStudies({ queryParams })).length;
    const cases: readonly (readonly [Record<string, string>, number])[] = [
      [{ StudyInstanceUID: STUDY }, 1],
      [{ '0020000D': `${STUDY},1.2.3` }, 1],
      [{ StudyDate: '20261120' }, 1],
      [{ StudyDate: '20261120-20261121' }, 2],
      [{ StudyDate: '-20261120' }, 1],
      [{ StudyDate: '20261122-' }, 0],
      [{ StudyDate: '20261120', StudyTime: '10' }, 1],
      [{ StudyDate: '20261120', StudyTime: '103000.000' }, 1],
      [{ StudyDate: '20261120', StudyTime: '103000.5-1031' }, 1],
      [{ StudyTime: '1100-' }, 0],
      [{ PatientName: 'eliyev*' }, 1],
      [{ PatientName: 'HÜSEYNOVA^NIGAR' }, 1],
      [{ PatientName: '*NIG?R' }, 1],
      [{ PatientName: 'Nigar' }, 0],
      [{ PatientID: 'P-1' }, 1],
      [{ PatientID: 'p-1' }, 0],
      [{ PatientID: 'P_1' }, 0],
      [{ PatientID: '[P]-1*' }, 0],
      [{ AccessionNumber: `A${SERIES}` }, 1],
      [{ ModalitiesInStudy: 'PX' }, 1],
      [{ ModalitiesInStudy: 'PX,CT' }, 2],
      [{ ModalitiesInStudy: 'PX\\MR' }, 1],
      [{ ModalitiesInStudy: 'C*' }, 1],
      [{ StudyDescription: '*anora*' }, 1],
      [{ StudyDescription: 'panoram' }, 1],
      [{ StudyDescription: '*KT*' }, 0],
      [{ PatientBirthDate: '19900105' }, 1],
      [{ PatientBirthDate: '19800101-19891231' }, 0],
      [{ PatientSex: 'M' }, 1],
      [{ PatientSex: 'F' }, 0],
      [{ ModalitiesInStudy: '' }, 2],
      [{ limit: '1' }, 1],
      [{ offset: '1' }, 1],
      [{ offset: '2' }, 0],
    ];
    for (const [parameters, expected] of cases)
      assert.equal(await count(parameters), expected, JSON.stringify(parameters));
  });

  await t.test('wrong values are refused; unknown keys and fuzzy matching are named', async () => {
    for (const query of ['StudyDate=yesterday', 'limit=-1', 'StudyInstanceUID=x', 'offset=a'])
      assert.equal((await own.client.get(`/dicom-web/studies?${query}`)).status, 400, query);
    const answer = await own.client.get('/dicom-web/studies?fuzzymatching=true&Sorrow=1&limit=1');
    const { warning } = answer.response.headers;
    assert.match(String(warning), /fuzzymatching/);
    assert.match(String(warning), /ignored/);
    assert.match(String(warning), /additional results/);
    const json = { accept: 'application/dicom+xml' };
    assert.equal((await own.client.get('/dicom-web/studies', json)).status, 406);
    assert.equal((await own.client.get('/dicom-web/studies?PatientID=none')).status, 204);
  });

  await t.test(
    'absurd searches and media types are answered or refused, never an error',
    async () => {
      const { pick } = randomFrom(20_261_123);
      const paths = ['studies', 'instances', `studies/${STUDY}`, `studies/${STUDY}/metadata`, 'x'];
      for (let number = 0; number < 200; number += 1) {
        const query = `${pick(KEYS)}=${pick(TEXTS)}${pick(TEXTS)}&${pick(KEYS)}=${pick(TEXTS)}`;
        const headers = { accept: `${pick(TYPES)},${pick(TYPES)}` };
        const url = `/dicom-web/${pick(paths)}?${query}`;
        const { status, response } = await own.client.get(url, headers);
        assert.ok(
          [200, 204, 400, 404, 406, 413].includes(status),
          `${status} ${url} ${headers.accept}`,
        );
        assert.ok(!response.body.includes(OTHER_SERIES));
      }
    },
  );

  await t.test('series are found everywhere, instances in a study or a series', async () => {
    const [found] = await own.ohif.searchForSeries(study);
    assert.deepEqual(
      [firstValue(found, '0020000E'), firstValue(found, '00201209')],
      [SERIES, SLICES],
    );
    assert.equal((await own.ohif.searchForSeries({})).length, 2);
    const instances = await own.ohif.searchForInstances({
      ...series,
      queryParams: { includefield: 'ImagePositionPatient,00080060', limit: 5, offset: 2 },
    });
    assert.deepEqual(
      instances.map((item) => [firstValue(item, '00200013'), item['00200032']?.Value?.[2]]),
      [3, 4, 5, 6, 7].map((number) => [number, number - 1]),
    );
    assert.equal(firstValue(instances[0], '00080060'), 'CT');
    await assert.rejects(own.ohif.searchForInstances({}), { status: 413 });
    const one = { queryParams: { SOPInstanceUID: `${SERIES}.4` } };
    assert.equal((await own.ohif.searchForInstances(one)).length, 1);
  });

  await t.test('a series is found by its description', async () => {
    const find = async (SeriesDescription: string) =>
      (await own.ohif.searchForSeries({ queryParams: { SeriesDescription } })).length;
    assert.deepEqual([await find('PANORAM'), await find('pan*'), await find('CT')], [1, 1, 0]);
  });

  await t.test('a path that does not exist is a short answer', async () => {
    for (const path of ['', '/', '/patients', '/?requestType=WADO', `/studies/${STUDY}/x`]) {
      const { status, response } = await own.client.get(`/dicom-web${path}`);
      assert.equal(status, 404, path);
      assert.match(String(response.headers['content-type']), /^application\/json/, path);
    }
  });

  await t.test('a study in a wrong content type is refused as such', async () => {
    for (const type of [
      'application/json',
      'application/dicom',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type };
      const sent = { method: 'POST', url: '/dicom-web/studies', headers, payload: '{' } as const;
      assert.equal((await staff.client.send(sent)).status, 415, type);
    }
  });

  await t.test('programs are told what the service can', async () => {
    const { status, response } = await world.visitor.send({
      method: 'OPTIONS',
      url: '/dicom-web/',
    });
    assert.equal(status, 200);
    assert.equal(response.headers['content-type'], 'application/vnd.sun.wadl+xml');
    for (const part of ['studies/{study}/metadata', 'name="PatientBirthDate"', '"POST"'])
      assert.ok(response.body.includes(part), part);
  });

  await t.test('further fields are those of the study, series or instance itself', async () => {
    const all = { queryParams: { includefield: 'all' } };
    for (const item of await own.ohif.searchForStudies(all))
      assert.deepEqual(
        ['0020000E', '00080060', '00080018', '00280010'].filter((tag) => tag in item),
        [],
      );
    const ofSeries = await own.ohif.searchForSeries(all);
    assert.equal(ofSeries.filter((item) => '0020000E' in item && !('00080018' in item)).length, 2);
    for (const includefield of ['all', 'BodyPartExamined']) {
      const find = async (uid: string) =>
        (await staff.ohif.searchForInstances({
          queryParams: { includefield, SeriesInstanceUID: uid },
        })) as Record<string, { Value?: unknown[] }>[];
      assert.equal(firstValue((await find(SERIES))[0], '00180015'), 'JAW');
      assert.equal(firstValue((await find(OTHER_SERIES))[0], '00180015'), undefined);
    }
  });

  await t.test('metadata contains every attribute, and large values as addresses', async () => {
    const metadata = await own.ohif.retrieveSeriesMetadata(series);
    assert.equal(metadata.length, SLICES);
    assert.deepEqual(metadata[3]?.['00280030'], { vr: 'DS', Value: [0.5, 0.5] });
    assert.equal(metadata[3]?.['7FE00010']?.BulkDataURI?.endsWith(`${SERIES}.4/frames/1`), true);
    const [bytes] = await own.ohif.retrieveBulkData({
      BulkDataURI: metadata[3]?.['00283006']?.BulkDataURI ?? '',
    });
    assert.ok(bytes);
    assert.deepEqual(Buffer.from(bytes), Buffer.alloc(10_000, 3));
    const wrong = metadata[3]?.['00283006']?.BulkDataURI?.replace('10000', '20000') ?? '';
    await assert.rejects(own.ohif.retrieveBulkData({ BulkDataURI: wrong }), { status: 404 });
  });

  await t.test('instances have the bytes that were uploaded', async () => {
    const fetched = await own.ohif.retrieveSeries(series);
    assert.deepEqual(
      fetched.map((bytes) => Buffer.from(bytes)),
      slices,
    );
    const whole = await own.ohif.retrieveStudy(study);
    assert.equal(whole.length, SLICES);
    const one = await own.client.get(
      `/dicom-web/studies/${STUDY}/series/${SERIES}/instances/${SERIES}.2`,
      { accept: 'application/dicom' },
    );
    assert.equal(one.response.headers['content-type'], 'application/dicom');
    assert.deepEqual(one.response.rawPayload, slices[1]);
  });

  await t.test('frames are the pixels of the file', async () => {
    const instance = { ...series, sopInstanceUID: `${SERIES}.5` };
    const [frame] = await own.ohif.retrieveInstanceFrames({ ...instance, frameNumbers: '1' });
    const pixels = Uint16Array.from({ length: SIDE * SIDE }, (_, at) => at + 4);
    assert.deepEqual(new Uint16Array(frame ?? new ArrayBuffer()), pixels);
    await assert.rejects(own.ohif.retrieveInstanceFrames({ ...instance, frameNumbers: '2' }), {
      status: 404,
    });
  });

  await t.test('a partner sees only the own part of a study; staff see all of it', async () => {
    const seriesOf = async ({ ohif }: typeof own | typeof staff) =>
      (await ohif.searchForSeries(study)).map((item) => firstValue(item, '0020000E'));
    assert.deepEqual(await seriesOf(own), [SERIES]);
    assert.deepEqual(await seriesOf(other), [OTHER_SERIES]);
    assert.deepEqual(await seriesOf(staff), [SERIES, OTHER_SERIES]);
    assert.equal((await staff.ohif.retrieveStudyMetadata(study)).length, SLICES + 1);
    assert.equal((await other.ohif.retrieveStudyMetadata(study)).length, 1);
  });

  await t.test('each opened file is one row of the audit', async () => {
    const rows = await world.db
      .selectFrom('audit')
      .select(['action', 'role'])
      .where('object', '=', 'file')
      .where('person_id', '=', own.partner._id)
      .execute();
    assert.deepEqual(rows.map(({ action }) => action).toSorted(), ['download', 'view']);
  });

  await t.test(
    'every route: own instances for their partner and staff, nothing for others',
    async () => {
      const study = STUDY;
      const series = SERIES;
      const instance = `${SERIES}.1`;
      const below = [
        `studies/${study}`,
        `studies/${study}/series/${series}`,
        `studies/${study}/series/${series}/instances/${instance}`,
      ] as const;
      const retrievals = [
        ...below,
        ...below.map((path) => `${path}/metadata`),
        `${below[2]}/frames/1`,
      ].filter((path) => path !== below[0]);
      const searches = [
        'studies',
        'series',
        `${below[0]}/series`,
        `${below[0]}/instances`,
        `instances?SeriesInstanceUID=${series}`,
        `${below[1]}/instances`,
      ];
      const refresh = { authorization: `Bearer ${own.client.tokens?.refreshToken}` };
      for (const path of [...retrievals, below[0], ...searches]) {
        const url = `/dicom-web/${path}`;
        assert.equal((await world.visitor.get(url)).status, 401, path);
        assert.equal((await world.visitor.get(url, refresh)).status, 401, path);
        assert.equal((await own.client.get(url)).status, 200, path);
        assert.notEqual((await own.client.send({ method: 'HEAD', url })).status, 200, path);
        assert.equal((await staff.client.get(url)).status, 200, path);
        const foreign = await other.client.get(url);
        const marks = [SERIES, OTHER_SERIES].map((uid) =>
          foreign.response.body.includes(`${uid}.1`),
        );
        assert.equal(marks[0], false, path);
        const isOfSeries = path.includes(SERIES);
        assert.equal(
          foreign.status,
          isOfSeries ? (searches.includes(path) ? 204 : 404) : 200,
          path,
        );
      }
    },
  );
});
