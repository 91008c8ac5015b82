import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  findLink,
  largePicture,
  newWorldWithFile,
  newWorldWithPictures,
} from '@deqiq/testkit/http/world-with-file.ts';
import { newWorld, someDicom } from '@deqiq/testkit/world.ts';
import { readConfig } from '../../../config.ts';
import { markUnavailable } from '../../../platform/errors.ts';
import { createInstance } from '../../../platform/http/instance.ts';
import { newId } from '../../../platform/ids.ts';
import { filesRoutes } from './files.routes.ts';
import { filesService } from './files.service.ts';

describe('a response', () => {
  test('carries exactly these headers', async (t) => {
    const { visitor, link } = await newWorldWithFile(t, 'Şəkil "1".dcm', someDicom());
    const { headers } = (await visitor.get(link.url)).response;
    assert.equal(headers['content-type'], 'application/dicom');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    );
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers['content-length'], '200');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="S_kil _1_.dcm"; filename*=UTF-8''%C5%9E%C9%99kil%20%221%22.dcm`,
    );
  });

  test('shows pictures and text inline, and sends executable or unknown types as downloads', async (t) => {
    const page = Buffer.from('<script>alert(1)</script>');
    const kinds: [string, Buffer, string, string][] = [
      ['a.png', await largePicture(), 'image/png', 'inline'],
      ['a.jpg', await largePicture('jpeg'), 'image/jpeg', 'inline'],
      ['a.txt', page, 'text/plain; charset=utf-8', 'inline'],
      ['a.html', page, 'text/html; charset=utf-8', 'attachment'],
      ['a.htm', page, 'text/html; charset=utf-8', 'attachment'],
      ['a.xml', page, 'application/xml; charset=utf-8', 'attachment'],
      ['a', someDicom(), 'application/dicom', 'attachment'],
    ];
    const { visitor, addCheckup, signedInPartner } = await newWorld(t);
    const { partner, client } = await signedInPartner();
    for (const [fileName, bytes, type, kind] of kinds) {
      await addCheckup({ partner: partner._id, fileName, bytes });
      const { headers } = (await visitor.get((await findLink(client)).url)).response;
      assert.equal(headers['content-type'], type, fileName);
      assert.match(String(headers['content-disposition']), new RegExp(`^${kind};`), fileName);
      assert.match(String(headers['content-security-policy']), /; sandbox$/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
  });

  test('is a 503 while the store is away, and the bytes when it is back', async (t) => {
    const { visitor, link, storage } = await newWorldWithFile(t, 'a.dcm', someDicom());
    const away = t.mock.method(storage, 'open', async () => ({
      size: 200,
      read: () => Promise.reject(markUnavailable(new Error('away'))),
      file: () => Promise.reject(new Error('away')),
      close: async () => {},
    }));
    const { response } = await visitor.get(link.url);
    assert.equal(response.statusCode, 503);
    assert.equal(response.headers['retry-after'], '5');
    assert.equal(response.headers['content-disposition'], undefined);
    assert.equal(response.json().code, 'unavailable');
    away.mock.restore();
    assert.equal((await visitor.get(link.url)).response.statusCode, 200);
  });

  test('does not end well where the disk has other bytes than were uploaded', async (t) => {
    const uploads = [someDicom(), Buffer.concat([someDicom(), randomBytes(600_000)])];
    for (const bytes of uploads) {
      const { visitor, link, dataDir } = await newWorldWithFile(t, 'a.dcm', bytes);
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(180) ^ 1, 180);
      await writeFile(join(dataDir, 'objects', 'files', link.id), flipped);
      if (bytes.length < 1_000) assert.equal((await visitor.get(link.url)).status, 503);
      else await assert.rejects(visitor.get(link.url), /destroyed/);
      const head = await visitor.get(link.url, { range: 'bytes=0-99' });
      assert.equal(head.status, 206);
    }
  });

  test('to HEAD has the headers and no bytes', async (t) => {
    const { visitor, link } = await newWorldWithFile(t, 'a.dcm', someDicom());
    const { response } = await visitor.send({ method: 'HEAD', url: link.url });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-length'], '200');
    assert.equal(response.headers['content-type'], 'application/dicom');
    assert.equal(response.rawPayload.length, 0);
  });

  test('resumes with Range and If-Range', async (t) => {
    const bytes = Buffer.concat([someDicom(), randomBytes(300_000)]);
    const { visitor, link } = await newWorldWithFile(t, 'a.dcm', bytes);
    const etag = String((await visitor.get(link.url)).response.headers.etag);
    const rest = { range: 'bytes=100000-', 'if-range': etag };
    const { response } = await visitor.get(link.url, rest);
    assert.equal(response.statusCode, 206);
    assert.equal(
      response.headers['content-range'],
      `bytes 100000-${bytes.length - 1}/${bytes.length}`,
    );
    assert.ok(response.rawPayload.equals(bytes.subarray(100_000)));
    const changed = await visitor.get(link.url, { ...rest, 'if-range': '"other"' });
    assert.equal(changed.status, 200);
    const unchanged = await visitor.get(link.url, { 'if-none-match': etag });
    assert.deepEqual([unchanged.status, unchanged.response.rawPayload.length], [304, 0]);
  });

  test('to an unsatisfiable range is a 416 with the length of the file', async (t) => {
    const { visitor, link } = await newWorldWithFile(t, 'a.dcm', someDicom());
    const answer = await visitor.get(link.url, { range: 'bytes=200-' });
    assert.equal(answer.refused(416).code, 'range');
    assert.equal(answer.response.headers['content-range'], 'bytes */200');
    const several = await visitor.get(link.url, { range: 'bytes=0-1,5-6' });
    assert.deepEqual([several.status, several.response.rawPayload.length], [200, 200]);
  });
});

test('behind nginx the response names the object and nginx sends it', async (t) => {
  const { db, storage, media, imaging, derivedLink } = await newWorldWithPictures(
    t,
    'a.png',
    await largePicture(),
  );
  const link = await derivedLink();
  const secret = Buffer.from('a secret of this test, long enough for links');
  const sessions = {
    findLive: async (sessionId: string) => ({ role: 'admin', personId: 'a', sessionId }) as const,
  };
  const files = filesService({
    db,
    now: Date.now,
    storage,
    media,
    imaging,
    sessions,
    visits: { findForFile: async () => undefined, noteDownload: async () => {} },
    secret,
    audit: { recordView: async () => {} },
  });
  const app = createInstance(readConfig({ LOG_LEVEL: 'silent' }));
  filesRoutes(app, files, { xAccelPrefix: '/objects/' });
  t.after(() => app.close());
  const [row] = await db
    .selectFrom('checkup_files')
    .innerJoin('file_imaging', 'file_id', 'checkup_files.id')
    .select([
      'id',
      'name',
      'size',
      'content_type',
      'state',
      'generation',
      'summary',
      'failure',
      'patient_name',
      'birth_date',
      'sex',
    ])
    .select('file_imaging.kind as imaging_kind')
    .execute();
  assert.ok(row);
  const [own] = files.present([row], newId());
  const { headers, rawPayload } = await app.inject(own?.url ?? '');
  assert.equal(headers['x-accel-redirect'], `/objects/files/${row.id}`);
  assert.equal(headers['content-type'], 'image/png');
  assert.match(String(headers['content-security-policy']), /sandbox$/);
  assert.equal(rawPayload.length, 0);
  const preview = await app.inject(own?.previewUrl ?? '');
  assert.equal(
    preview.headers['x-accel-redirect'],
    `/objects/derived/${row.id}_${row.generation}_preview-1280`,
  );
  assert.notEqual(link.url, own?.url);
});
