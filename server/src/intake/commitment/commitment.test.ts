import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import {
  type CommitmentReport,
  dimseMachine,
  listenForReports,
  type Reference,
} from '@deqiq/testkit/dicom/dimse-machine.ts';
import { INTAKE_KEY, newIntake, temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { type Ending, newWorld } from '@deqiq/testkit/world.ts';
import { Status } from '../../platform/dimse/command-set.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const MR = '1.2.840.10008.5.1.4.1.1.4';
const TRANSACTION = '2.25.5001';

const slices = ['2.25.6001', '2.25.6002'].map((series) => ({
  sopInstance: `${series}.1`,
  dataSet: readDataSet(blackSlice({ series })),
}));

const refer = (sopUid: string, sopClass = CT): Reference => ({
  ReferencedSOPClassUID: sopClass,
  ReferencedSOPInstanceUID: sopUid,
});
const [first = refer(''), second = refer('')] = slices.map(({ sopInstance }) => refer(sopInstance));

/** An intake that forwards to a server, and a machine that asks whether its pictures are stored. */
async function newMachine(t: Ending) {
  const world = await newWorld(t, { settings: { INTAKE_KEY } });
  const server = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const intake = await newIntake(t, { server });
  const reports: CommitmentReport[] = [];
  const onReport = (report: CommitmentReport) => void reports.push(report);
  return {
    ...intake,
    requestCommitment: dimseMachine(intake.port).requestCommitment,
    world,
    reports,
    onReport,
    async store(): Promise<void> {
      const association = await openAssociation(intake.port, { sopClass: CT });
      for (const slice of slices) assert.equal(await association.store(slice), Status.success);
      await association.release();
    },
    async nextReport(): Promise<CommitmentReport> {
      await untilTrue(async () => reports.length > 0);
      const report = reports.shift();
      assert.ok(report);
      return report;
    },
    /** Staff enter the address at which the machine takes reports. */
    async enterAddress(port: number): Promise<void> {
      const device = { name: 'Panoram', kind: 'panoramic', aeTitle: 'PANO' };
      const address = { host: '127.0.0.1', port };
      (await world.admin.post('/api/admin/devices', { ...device, ...address })).ok();
      await intake.sendReport();
    },
  };
}

const withoutReason = ({ FailureReason: _, ...reference }: Reference) => reference;

test('stored pictures are committed in the association of the request', async (t) => {
  const machine = await newMachine(t);
  const { onReport } = machine;
  await machine.store();
  const status = await machine.requestCommitment(TRANSACTION, [first, second], { onReport });
  assert.equal(status, Status.success);
  assert.deepEqual(await machine.nextReport(), {
    eventType: 1,
    transactionUid: TRANSACTION,
    stored: [first, second],
    failed: [],
  });
});

test('a machine that has released its association is called at the address that staff have entered', async (t) => {
  const machine = await newMachine(t);
  const listener = await listenForReports(t, machine.onReport);
  await machine.enterAddress(listener.port);
  await machine.store();
  await machine.requestCommitment(TRANSACTION, [first]);
  assert.deepEqual((await machine.nextReport()).stored, [first]);
  assert.deepEqual(listener.titles, [['DEQIQ', 'PANO']]);
});

test('what the server does not have, or has under another class, is reported with the reason', async (t) => {
  const machine = await newMachine(t);
  const { onReport } = machine;
  await machine.store();
  const wrong = refer(second.ReferencedSOPInstanceUID, MR);
  const references = [first, refer('2.25.404'), wrong];
  await machine.requestCommitment(TRANSACTION, references, { onReport });
  const { eventType, stored, failed } = await machine.nextReport();
  assert.equal(eventType, 2);
  assert.deepEqual(stored, [first]);
  assert.deepEqual(failed.map(withoutReason), [refer('2.25.404'), wrong]);
  assert.deepEqual(
    failed.map(({ FailureReason }) => FailureReason),
    [Status.noSuchSopInstance, Status.classInstanceConflict],
  );
});

test('pictures that wait in the spool are committed only when the server has stored them', async (t) => {
  const intake = await newIntake(t);
  const { receiver } = intake;
  let isAway = true;
  receiver.replyWith(() => ({ status: isAway ? 503 : 200 }));
  receiver.commitWith(() => (isAway ? 'missing' : 'stored'));
  const association = await openAssociation(intake.port, { sopClass: CT });
  for (const slice of slices) await association.store(slice);
  await association.release();
  const reports: CommitmentReport[] = [];
  const onReport = (report: CommitmentReport) => void reports.push(report);
  await dimseMachine(intake.port).requestCommitment(TRANSACTION, [first], { onReport });
  await receiver.until(() => receiver.questions() > 2);
  assert.equal(reports.length, 0);
  isAway = false;
  await untilTrue(async () => reports.length > 0);
  assert.deepEqual(reports[0]?.stored, [first]);
});

test('a request survives a restart of the intake', async (t) => {
  const spool = await temporaryFolder(t);
  const before = await newIntake(t, { spool });
  before.receiver.commitWith(() => 'undecided');
  await dimseMachine(before.port).requestCommitment(TRANSACTION, [first]);
  await before.close();
  const reports: CommitmentReport[] = [];
  const listener = await listenForReports(t, (report) => void reports.push(report));
  const after = await newIntake(t, { spool });
  after.receiver.commitWith(() => 'stored');
  after.receiver.setMachines([
    { aeTitle: 'PANO', addresses: [], isRevoked: false, host: '127.0.0.1', port: listener.port },
  ]);
  await after.sendReport();
  await untilTrue(async () => reports.length > 0);
  assert.deepEqual(reports[0]?.stored, [first]);
  await untilTrue(async () => readdirSync(join(spool, 'commitment')).length === 0);
});

test('a machine without an address, whose association has ended, gets no report', async (t) => {
  const machine = await newMachine(t);
  await machine.requestCommitment(TRANSACTION, [first]);
  await untilTrue(async () => machine.lines.some((line) => line.includes('no host and port')));
  assert.deepEqual(machine.reports, []);
});

test('a request that is malformed, or one too many, is refused', async (t) => {
  const { port, receiver } = await newIntake(t);
  receiver.commitWith(() => 'undecided');
  const { requestCommitment } = dimseMachine(port);
  const many = Array.from({ length: 3_001 }, (_, index) => refer(`2.25.${index + 1}`));
  assert.equal(await requestCommitment(TRANSACTION, []), Status.invalidArgumentValue);
  assert.equal(await requestCommitment('x', [first]), Status.invalidArgumentValue);
  assert.equal(
    await requestCommitment(TRANSACTION, [first], { actionType: 2 }),
    Status.noSuchAction,
  );
  assert.equal(await requestCommitment(TRANSACTION, many), Status.resourceLimitation);
  for (const transaction of ['2.25.1', '2.25.2', '2.25.3'])
    assert.equal(await requestCommitment(transaction, many.slice(1)), Status.success);
  assert.equal(await requestCommitment('2.25.3', many.slice(1)), Status.success);
  assert.equal(await requestCommitment('2.25.4', many.slice(1)), Status.resourceLimitation);
});
