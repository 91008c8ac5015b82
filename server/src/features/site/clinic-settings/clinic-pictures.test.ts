import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import {
  type ClinicSettings,
  defaultSettings,
  type SettingsAnswer,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { smallPanoramic } from '@deqiq/samples/dicom/small-panoramic.ts';
import type { Client, FormParts } from '@deqiq/testkit/client.ts';
import { readPdfText } from '@deqiq/testkit/documents/pdf.ts';
import { picture, storedPictures } from '@deqiq/testkit/documents/pictures.ts';
import { REPORTS } from '@deqiq/testkit/http/reports.ts';
import { newSignedReport } from '@deqiq/testkit/http/signed-report.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { findUnusedPictures } from '../../../commands/verify/verify.repo.ts';
import { createPage } from '../../../platform/http/pages/page-shell.ts';

const PATH = '/api/admin/clinic-settings';

const send = (
  admin: Client,
  version: number,
  parts: FormParts,
  changes: Partial<ClinicSettings> = {},
) =>
  admin.form('PUT', PATH, {
    version: String(version),
    settings: JSON.stringify({ ...defaultSettings, ...changes }),
    ...parts,
  });

test('a logo is sent with the settings, and a restored version has its own again', async (t) => {
  const { admin, visitor, db, dataDir } = await newWorld(t);
  const first = (await send(admin, 0, { logo: await picture() })).ok<SettingsAnswer>();
  const { logo } = first.settings;
  assert.match(createPage('Başlıq', ''), new RegExp(`src="/public/uploads/clinicFiles/${logo}`));
  const shown = await visitor.get(pictureUrl('clinic', logo));
  assert.equal(shown.response.headers['content-type'], 'image/webp');
  const { etag } = shown.response.headers;
  const again = await visitor.get(pictureUrl('clinic', logo), { 'if-none-match': String(etag) });
  assert.equal(again.status, 304);

  const second = await picture({ colour: '#a22', format: 'jpeg' });
  const other = (await send(admin, 1, { logo: second }, { logo })).ok<SettingsAnswer>();
  assert.notEqual(other.settings.logo, logo);
  const none = (await send(admin, 2, {}, { logo: '' })).ok<SettingsAnswer>();
  assert.equal(none.settings.logo, '');
  assert.match(createPage('Başlıq', ''), /src="\/favicon.svg"/);
  const back = await admin.post(`${PATH}/restore`, { version: 3, restore: 1 });
  assert.equal(back.ok<SettingsAnswer>().settings.logo, logo);
  assert.equal((await visitor.get(pictureUrl('clinic', logo))).status, 200);
  assert.equal((await storedPictures({ dataDir })).length, 2);
  assert.deepEqual(await findUnusedPictures(db), []);
  const rows = db.selectFrom('audit').select('object_id').where('object', '=', 'clinic-settings');
  assert.equal((await rows.execute()).length, 4);
});

test('what is no picture is refused with its field, and nothing is stored', async (t) => {
  const { admin, dataDir } = await newWorld(t);
  const { bytes } = await picture();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const large = Buffer.concat([bytes, randomBytes(2 * 1024 * 1024)]);
  const bad: [FormParts, number, string][] = [
    [{ logo: { fileName: 'logo.svg', bytes: svg } }, 415, 'logo'],
    [{ letterhead: { fileName: 'blank.gif', bytes } }, 415, 'letterhead'],
    [{ logo: { fileName: 'logo.png', bytes: svg } }, 415, 'logo'],
    [{ logo: { fileName: 'logo.png', bytes: bytes.subarray(0, 60) } }, 415, 'logo'],
    [{ logo: { fileName: 'logo.png', bytes: large } }, 413, 'logo'],
  ];
  for (const [parts, status, path] of bad) {
    const { fields, message } = (await send(admin, 0, parts)).refused(status);
    assert.equal(fields?.[0]?.path, path);
    assert.ok(message.length > 10);
  }
  const logo = '00000000-0000-4000-8000-000000000000.webp';
  const unknown = (await send(admin, 0, {}, { logo })).refused(400);
  assert.equal(unknown.fields?.[0]?.path, 'logo');
  (await send(admin, 0, {}, { logo: '../secret' })).refused(400);
  (await send(admin, 5, { logo: await picture() })).refused(409);
  assert.deepEqual(await storedPictures({ dataDir }), []);
});

test('reports have the logo beside the name, or the letterhead in its place', async (t) => {
  const { admin, report } = await newSignedReport(t, smallPanoramic());
  const read = async () => {
    const { response } = await admin.get(`${REPORTS}/${report._id}/pdf`);
    assert.equal(response.statusCode, 200, response.body);
    return response.rawPayload;
  };
  const plain = await read();
  // The worst case: no two pixels are alike.
  const noise = await picture({ width: 2000, height: 500, format: 'jpeg' }, (image) =>
    image.composite([
      { input: randomBytes(2000 * 500 * 3), raw: { width: 2000, height: 500, channels: 3 } },
    ]),
  );
  const logo = (await send(admin, 0, { logo: await picture() })).ok<SettingsAnswer>().settings.logo;
  const withLogo = await read();
  assert.match(withLogo.toString('latin1'), /\/Predictor 15/);
  assert.doesNotMatch(plain.toString('latin1'), /\/Predictor 15/);
  assert.ok(readPdfText(withLogo).includes(defaultSettings.phone));
  (await send(admin, 1, { letterhead: noise }, { logo })).ok();
  const whole = await read();
  assert.ok(!readPdfText(whole).includes(defaultSettings.phone));
  const added = whole.length - plain.length;
  assert.ok(added > 1000 && added < 90 * 1024, `${added} bytes more`);
});
