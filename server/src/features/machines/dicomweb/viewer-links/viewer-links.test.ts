import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { untilIndexed } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { HOUR } from '../../../../platform/time.ts';

const slice = (series: string) => blackSlice({ series });

test('a link opens one checkup in another program', async (t) => {
  const settings = { OHIF_URL: 'https://ohif.example/', WEASIS_LINKS: 'on' };
  let moment = Date.now();
  const world = await newWorld(t, { runsJobs: true, settings, now: () => moment });
  const own = await world.signedInPartner();
  const add = (series: string) =>
    world.addCheckup({ partner: own.partner._id, fileName: 'a.dcm', bytes: slice(series) });
  const checkup = await add('2.25.1');
  await add('2.25.2');
  await untilIndexed(world);
  const path = `/api/partner/checkups/${checkup._id}/viewer-link`;
  const open = async (program = 'ohif') =>
    (await own.client.post(path, { program })).ok<{ url: string }>().url;
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
  const read = (token: string, url = '/dicom-web/series') =>
    world.visitor.get(url, { authorization: `Bearer ${token}` });

  await t.test('it names the study and a token that reads this checkup only', async () => {
    const url = await open();
    assert.ok(url.startsWith('https://ohif.example/viewer?StudyInstanceUIDs=2.25.9&token='));
    const found = await read(tokenOf(url));
    assert.ok(found.response.body.includes('2.25.1'));
    assert.ok(!found.response.body.includes('2.25.2'));
    const other = '/dicom-web/studies/2.25.9/series/2.25.2/metadata';
    assert.equal((await read(tokenOf(url), other)).status, 404);
    assert.equal((await read(tokenOf(url), '/api/partner/account')).status, 401);
  });

  await t.test('Weasis gets a command with the address of DICOMweb', async () => {
    const url = await open('weasis');
    assert.ok(url.startsWith('weasis://%24dicom%3Ars'));
    assert.match(decodeURIComponent(url), /--url ".*\/dicom-web" -r "studyUID=2\.25\.9" -H "Auth/);
  });

  await t.test('a page of OHIF may read the answers', async () => {
    const headers = { origin: 'https://ohif.example' };
    const { response } = await world.visitor.get('/dicom-web/studies', headers);
    assert.equal(response.headers['access-control-allow-origin'], 'https://ohif.example');
  });

  await t.test('a stranger gets none; the opening is audited', async () => {
    const { client } = await world.signedInPartner();
    (await client.post(path, { program: 'ohif' })).refused(404);
    (await own.client.post(path, { program: 'horos' })).refused(400);
    const rows = await world.db
      .selectFrom('audit')
      .select(['object_id', 'detail'])
      .where('action', '=', 'open-program')
      .execute();
    assert.deepEqual(rows[0], { object_id: checkup._id, detail: 'ohif' });
  });

  await t.test('it ends after an hour, and with the session', async () => {
    const token = tokenOf(await open());
    moment += HOUR + 1_000;
    assert.equal((await read(token)).status, 401);
    moment -= HOUR;
    const next = tokenOf(await open());
    assert.equal((await read(next)).status, 200);
    (await own.client.post('/api/partner/auth/logout')).ok();
    assert.equal((await read(next)).status, 401);
  });
});

test('without a configured program there is no link', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup();
  const path = `/api/admin/checkups/${checkup._id}/viewer-link`;
  assert.deepEqual((await world.admin.post(path, { program: 'ohif' })).ok(), { url: null });
  const list = await world.admin.get('/api/admin/viewer-programs');
  assert.deepEqual(list.ok<{ programs: string[] }>().programs, []);
});
