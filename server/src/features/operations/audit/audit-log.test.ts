import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditLogEntry } from '@deqiq/contract/operations/audit.ts';
import type { ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import type { Question } from '@deqiq/contract/reports/questions.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { someReferral } from '@deqiq/testkit/http/referrals.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/audit';

type List = { entries: AuditLogEntry[]; pagination: { totalItems: number; totalPages: number } };

test('the audit log', async (t) => {
  const world = await newWorld(t);
  const { admin, visitor, db } = world;
  const { partner, client } = await world.signedInPartner({ lastName: 'Ağayeva' });
  const checkup = await world.addCheckup({ partner: partner._id });
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  const read = async (query: object = {}) =>
    (await admin.get(`${URL}?${new URLSearchParams({ ...query })}`)).ok<List>();
  const actions = ({ entries }: List) => entries.map(({ action, object }) => `${action} ${object}`);

  await t.test('shows who did what to which object, when and from where', async () => {
    const [entry] = (await read({ object: checkup._id, action: 'delete' })).entries;
    assert.ok(entry);
    const { role, person, object, objectId, address, result } = entry;
    assert.deepEqual(
      { role, person, object, objectId, address, result },
      {
        role: 'admin',
        person: ADMIN.username,
        object: 'checkup',
        objectId: checkup._id,
        address: '127.0.0.1',
        result: 'ok',
      },
    );
  });

  await t.test('is filtered by person, object, action and date', async () => {
    for (const person of [partner._id, partner.email.toUpperCase(), 'agayeva']) {
      const { entries } = await read({ person });
      assert.ok(entries.length > 0, person);
      assert.ok(entries.every(({ personId }) => personId === partner._id));
    }
    assert.ok(actions(await read({ person: ADMIN.username })).includes('delete checkup'));
    assert.deepEqual(actions(await read({ person: 'heç kim' })), []);
    const created = await read({ object: 'checkup', action: 'create' });
    assert.deepEqual(actions(created), ['create checkup']);
    assert.deepEqual(actions(await read({ from: '2199-01-01' })), []);
    assert.deepEqual(actions(await read({ to: '2001-01-01' })), []);
    (await admin.get(`${URL}?from=yesterday`)).refused(400);
    (await admin.get(`${URL}?page=0`)).refused(400);
  });

  await t.test('names objects, and finds everything about a patient', async () => {
    const other = await world.addCheckup({ partner: partner._id, lastName: 'Quliyeva' });
    const [file] = other.xrayFileLinks;
    (await client.get(file?.url ?? '')).response;
    const [download] = (await read({ object: 'file', action: 'download' })).entries;
    assert.match(String(download?.objectName), /Quliyeva, /);
    const about = await read({ patient: 'quliyeva' });
    assert.ok(actions(about).includes('create checkup'));
    assert.ok(actions(about).includes('download file'));
    assert.ok(about.entries.every(({ objectName }) => objectName.includes('Quliyeva')));
    const someone = { firstName: 'Leyla', lastName: 'Nəbiyeva' };
    const { patient } = (await admin.post('/api/admin/patients', someone)).ok<{
      patient: { code: string };
    }>();
    for (const text of [patient.code, 'nebiyeva leyla'])
      assert.deepEqual(actions(await read({ patient: text })), ['create patient'], text);
    assert.deepEqual(actions(await read({ patient: 'heç kim' })), []);
  });

  await t.test('finds who opened a photo of a question or a referral of a patient', async () => {
    const lastName = 'Rəhimova';
    const photo = await picture({ name: 'diş.png' });
    const { _id } = await world.addCheckup({ partner: partner._id, lastName });
    const path = `/api/partner/checkups/${_id}/questions`;
    const sent = await client.form('POST', path, { text: 'Bu nədir?', photo });
    const { question } = sent.ok<{ question: Question }>();
    const { patient, teeth, ...fields } = someReferral();
    const referred = await client.form('POST', '/api/partner/referrals', {
      ...fields,
      patient: JSON.stringify({ ...patient, lastName }),
      teeth: JSON.stringify(teeth),
      attachments: [photo],
    });
    const [attachment] = referred.ok<ReferralAnswer>().referral.attachments;
    for (const file of [question.photo, attachment]) {
      assert.equal((await client.get(file?.url ?? '')).response.statusCode, 200);
      const opened = (await read({ patient: 'rehimova' })).entries.find(
        ({ objectId }) => objectId === file?.id,
      );
      assert.match(String(opened?.objectName), /Rəhimova, diş\.png$/);
    }
  });

  await t.test('has pages, newest first', async () => {
    const all = await read({ to: '2198-01-01' });
    const times = all.entries.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted().toReversed());
    const second = await read({ to: '2198-01-01', limit: '2', page: '2' });
    assert.equal(second.entries.length, 2);
    assert.ok(second.pagination.totalPages >= 2);
    assert.deepEqual((await read({ page: '100000' })).entries, []);
  });

  await t.test('is exported as CSV, and neither writes what was searched for', async () => {
    const { response } = await admin.get('/api/admin/exports/audit?person=agayeva');
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(response.headers['content-disposition']), /"audit-\d{4}-\d\d-\d\d\.csv"/);
    const [head, ...rows] = response.body.trim().split('\r\n');
    assert.match(String(head), /"Time","Role","Person"/);
    assert.ok(rows.length > 0);
    assert.ok(rows.every((row) => row.includes(partner._id)));
  });

  await t.test('is for owners only', async () => {
    const password = 'a good password';
    const member = { username: 'reception', role: 'staff', password };
    (await admin.post('/api/admin/staff', member)).ok();
    for (const [path, who, status] of [
      [URL, visitor, 401],
      [URL, client, 403],
      ['/api/admin/exports/audit', client, 403],
    ] as const)
      (await who.get(path)).refused(status);
  });

  await t.test('records that it was read, searched and exported', async () => {
    await world.app.close();
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'object', 'detail'])
      .where('object', '=', 'audit')
      .execute();
    const texts = rows.map(({ action, detail }) => `${action} ${detail}`);
    assert.ok(texts.includes('export csv'), texts.join());
    assert.ok(texts.includes('search null'), texts.join());
    assert.ok(texts.includes('list null'), texts.join());
    assert.doesNotMatch(JSON.stringify(rows), /agayeva/i);
  });
});
