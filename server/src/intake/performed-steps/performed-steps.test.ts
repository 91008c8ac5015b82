import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import { dimseMachine } from '@deqiq/testkit/dicom/dimse-machine.ts';
import { INTAKE_KEY, newIntake } from '@deqiq/testkit/dicom/intake.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import type { Ending } from '@deqiq/testkit/world.ts';
import { Status } from '../../platform/dimse/command-set.ts';

const SOP_UID = '2.25.4711';
const started = { PerformedProcedureStepStatus: 'IN PROGRESS' };
const completed = { PerformedProcedureStepStatus: 'COMPLETED' };

/** A clinic whose intake forwards to its server, and the machine at it. */
async function newMachine(t: Ending) {
  const clinic = await newReferralClinic(t, { settings: { INTAKE_KEY } });
  const server = await clinic.app.listen({ port: 0, host: '127.0.0.1' });
  const { port, lines } = await newIntake(t, { server });
  const referral = await clinic.accept((await clinic.send())._id);
  const row = clinic.db.selectFrom('checkups').select(['id', 'seq']);
  const accession = formatExaminationCode(
    await row.where('id', '=', referral.checkup ?? '').executeTakeFirstOrThrow(),
  );
  const scheduled = {
    ...started,
    PatientName: 'Huseynova^Nigar',
    PatientID: referral.patient.code,
    ScheduledStepAttributesSequence: [{ AccessionNumber: accession, StudyInstanceUID: '2.25.9' }],
    PerformedSeriesSequence: [],
  };
  const readState = async () => (await clinic.read(referral._id)).state;
  const { createStep, changeStep } = dimseMachine(port);
  return { createStep, changeStep, lines, scheduled, readState };
}

test('a machine begins and completes a step: the patient has arrived, and is not examined without a picture', async (t) => {
  const machine = await newMachine(t);
  assert.equal(await machine.createStep(SOP_UID, machine.scheduled), Status.success);
  assert.equal(await machine.readState(), 'arrived');
  const series = { SeriesInstanceUID: '2.25.9.1', ReferencedImageSequence: [] };
  const end = { ...completed, PerformedSeriesSequence: [series] };
  assert.equal(await machine.changeStep(SOP_UID, end), Status.success);
  assert.equal(await machine.readState(), 'arrived');
  assert.doesNotMatch(machine.lines.join('\n'), /Huseynova|DP0/);
});

test('repeated, unknown and ended steps have the statuses of the standard', async (t) => {
  const machine = await newMachine(t);
  await machine.createStep(SOP_UID, machine.scheduled);
  assert.equal(await machine.createStep(SOP_UID, started), Status.duplicateSopInstance);
  assert.equal(await machine.changeStep('2.25.4712', completed), Status.noSuchSopInstance);
  assert.equal(await machine.changeStep(SOP_UID, { PerformedStationName: 'PANO' }), Status.success);
  assert.equal(await machine.changeStep(SOP_UID, completed), Status.success);
  assert.equal(await machine.changeStep(SOP_UID, completed), Status.processingFailure);
});

test('a step without the right status is refused', async (t) => {
  const machine = await newMachine(t);
  const status = (text: string) => ({ PerformedProcedureStepStatus: text });
  const create = (attributes: object) => machine.createStep(SOP_UID, { ...attributes });
  assert.equal(await create({ PatientID: 'M-17' }), Status.missingAttribute);
  assert.equal(await create(status('')), Status.missingAttributeValue);
  assert.equal(await create(status('COMPLETED')), Status.invalidAttributeValue);
  assert.equal(await create(status('STARTED')), Status.invalidAttributeValue);
  assert.equal(await create(started), Status.success);
  assert.equal(await machine.changeStep(SOP_UID, status('DONE')), Status.invalidAttributeValue);
  assert.equal(await machine.readState(), 'accepted');
});

test('while the server is away a step fails, and the machine sends it again', async (t) => {
  const { port, receiver } = await newIntake(t, {
    settings: { INTAKE_SERVER: 'http://127.0.0.1:9' },
  });
  const machine = dimseMachine(port);
  assert.equal(await machine.createStep(SOP_UID, started), Status.processingFailure);
  assert.equal(receiver.requests(), 0);
});
