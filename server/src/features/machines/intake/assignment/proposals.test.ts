import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { FoundStudy } from '@deqiq/contract/machines/intake.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { addStudy } from '@deqiq/testkit/http/studies.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

test('proposals for a study', async (t) => {
  const world = await newWorld(t);
  const { admin, db } = world;
  const propose = async (overrides: Parameters<typeof addStudy>[2]) => {
    const id = await addStudy(db, 'waiting', { patient_name: '', ...overrides });
    const { study } = (await admin.get(`/api/admin/intake/${id}`)).ok<FoundStudy>();
    return study.proposals.map(({ checkup, reasons }) => [checkup._id, ...reasons]);
  };
  /** Inserts the DICOM header of an X-ray. */
  const describe = async (fileId: string | undefined, patient: object) =>
    db
      .insertInto('dicom_headers')
      .values({
        file_id: fileId ?? '',
        patient_name: '',
        patient_id: '',
        birth_date: '',
        sex: '',
        modality: '',
        manufacturer: '',
        device: '',
        body_part: '',
        study_description: '',
        series_description: '',
        accession_number: '',
        acquired_on: '',
        acquired_at: '',
        has_burned_in_text: null,
        study_uid: '',
        series_uid: '',
        sop_uid: '',
        sop_class_uid: '',
        ...patient,
      })
      .execute();

  await t.test('name another examination of the same patient id', async () => {
    const { _id, xrayFileLinks } = await world.addCheckup();
    await describe(xrayFileLinks[0]?.id, { patient_id: 'P-77' });
    assert.deepEqual(await propose({ patient_id: 'P-77', acquired_on: '2020-01-01' }), [
      [_id, 'patient-id'],
    ]);
    assert.deepEqual(await propose({ patient_id: 'P-78', acquired_on: '2020-01-01' }), []);
  });

  await t.test('tell two patients of one name apart by the date of birth', async () => {
    const person = { firstName: 'Günay', lastName: 'Şükürova' };
    const one = await world.addCheckup(person);
    const other = await world.addCheckup(person);
    await describe(one.xrayFileLinks[0]?.id, { birth_date: '1990-01-05' });
    await describe(other.xrayFileLinks[0]?.id, { birth_date: '1984-03-12' });
    const study = { patient_name: 'Gunay Sukurova', acquired_on: '2020-01-01' };
    assert.deepEqual(await propose({ ...study, birth_date: '1984-03-12' }), [
      [other._id, 'name', 'birth-date'],
    ]);
    assert.deepEqual(await propose({ ...study, birth_date: '2001-01-01' }), []);
  });

  await t.test('name a shipment that waits, and the code of any examination', async () => {
    const { client } = await world.signedInPartner();
    const file = await picture();
    const fields = { firstName: 'Rəşad', lastName: 'Quliyev', file };
    const sent = await client.form('POST', '/api/partner/misc/create-checkup', fields);
    const { _id } = sent.ok<FoundCheckup>().checkup;
    const study = { acquired_on: '2020-01-01' };
    assert.deepEqual(await propose({ ...study, patient_name: 'Resad Quliyev' }), [
      [_id, 'name', 'shipment'],
    ]);
    const found = (await admin.get(`/api/admin/checkups/${_id}`)).ok<FoundCheckup>().checkup;
    assert.match(found.code ?? '', /^DQ[0-9A-Z]{7}$/);
    assert.deepEqual(await propose({ ...study, accession_number: found.code ?? '' }), [
      [_id, 'accession', 'shipment'],
    ]);
    const wrong = `${found.code?.slice(0, -1)}${found.code?.endsWith('2') ? '3' : '2'}`;
    assert.deepEqual(await propose({ ...study, accession_number: wrong }), []);
  });
});
