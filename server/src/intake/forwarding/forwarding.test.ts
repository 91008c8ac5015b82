import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { newIntake, temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';
import { stowReceiver } from '@deqiq/testkit/dicom/stow-receiver.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';

const instance = (number: number) => ({
  sopInstance: `2.25.${number}`,
  dataSet: Buffer.from(`data set ${number}`),
});

async function sendInstances(port: number, count: number, caller = {}) {
  const machine = await openAssociation(port, caller);
  for (let number = 1; number <= count; number += 1)
    assert.equal(await machine.store(instance(number)), 0);
  await machine.release();
}

const filesOf = (spool: string, folder: string) => readdirSync(join(spool, folder));

test('what a machine sends is forwarded and then gone from the spool', async (t) => {
  const { port, receiver, spool, state } = await newIntake(t);
  await sendInstances(port, 3);
  await receiver.until(() => state().waiting === 0 && receiver.instances.length === 3);
  assert.deepEqual(filesOf(spool, 'waiting'), []);
  assert.equal(state().forwarded, 3);
});

test('while the server fails, X-rays are acknowledged and wait; all arrive once it is back', async (t) => {
  const { port, receiver, state, report } = await newIntake(t);
  receiver.replyWith(() => ({ status: 503 }));
  await sendInstances(port, 5);
  await receiver.until(() => receiver.requests() >= 3);
  const { waiting, waitingBytes, waitingSince, lastError } = await report();
  assert.deepEqual([waiting, lastError], [5, 'the server answers 503']);
  assert.ok(waitingBytes > 0 && waitingSince !== null);
  receiver.replyWith(() => ({ status: 200 }));
  await receiver.until(() => state().forwarded === 5);
  assert.equal(new Set(receiver.instances.map(({ sha256 }) => sha256)).size, 5);
});

test('what the server refuses for good is set aside, and the rest goes on', async (t) => {
  const { port, receiver, spool, state, lines } = await newIntake(t);
  receiver.replyWith((count) => ({ status: count === 1 ? 409 : 200 }));
  await sendInstances(port, 4);
  await receiver.until(() => state().forwarded === 3 && state().rejected === 1);
  assert.equal(state().waiting, 0);
  assert.equal(filesOf(spool, 'rejected').length, 1);
  assert.ok(lines.some((line) => line.includes('"event":"rejected"')));
});

test('a failure that may pass, such as a full disk of the server, is not final', async (t) => {
  const { port, receiver, state } = await newIntake(t);
  const failed = { '00081198': { Value: [{ '00081197': { Value: [0xa700] } }] } };
  receiver.replyWith((count) => (count < 3 ? { status: 409, body: failed } : { status: 200 }));
  await sendInstances(port, 1);
  await receiver.until(() => state().forwarded === 1);
  assert.equal(receiver.requests(), 3);
});

test('a file at which the connection breaks each time does not hold up the others', async (t) => {
  const { port, receiver, state } = await newIntake(t);
  receiver.replyWith((_, body) => {
    if (body.includes('data set 1')) throw new Error('cut');
    return { status: 200 };
  });
  await sendInstances(port, 3);
  await receiver.until(() => state().forwarded === 2);
  assert.equal(state().waiting, 1);
  receiver.replyWith(() => ({ status: 200 }));
  await receiver.until(() => state().forwarded === 3);
});

const cbct = { callingAeTitle: 'CBCT', localAddress: '127.0.0.2' };
const isFromCbct = (body: Buffer) => body.includes('CBCT');

test('after a restart, X-rays of one machine do not wait for the backlog of another one', async (t) => {
  const spool = await temporaryFolder(t);
  const first = await newIntake(t, { spool });
  first.receiver.replyWith(() => ({ status: 503 }));
  await sendInstances(first.port, 20, cbct);
  await sendInstances(first.port, 1);
  await first.close();
  const second = await newIntake(t, { spool });
  await second.receiver.until(() => second.state().forwarded === 21);
  const index = second.receiver.instances.findIndex(({ aeTitle }) => aeTitle === 'PANO');
  assert.ok(index < 8, `${index} others came first`);
});

test('a machine that has sent too much today waits alone, for as long as the server says', async (t) => {
  const { port, receiver, state } = await newIntake(t);
  let refused = 0;
  receiver.replyWith((_, body) => {
    if (!isFromCbct(body)) return { status: 200 };
    refused += 1;
    return { status: 429, retryAfter: 3_600 };
  });
  await sendInstances(port, 10, cbct);
  await sendInstances(port, 3);
  await receiver.until(() => state().forwarded === 3);
  assert.equal(state().waiting, 10);
  assert.ok(refused <= 2, `${refused} requests of the machine that waits`);
});

test('a machine that has sent too much goes on when its wait is over', async (t) => {
  const { port, receiver, state } = await newIntake(t);
  receiver.replyWith((count) => (count < 3 ? { status: 429, retryAfter: 0 } : { status: 200 }));
  await sendInstances(port, 5);
  await receiver.until(() => state().forwarded === 5);
});

test('X-rays of one machine that the server stores slowly leave connections for another one', async (t) => {
  const { port, receiver, state } = await newIntake(t);
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  receiver.replyWith((_, body) => (isFromCbct(body) ? promise : { status: 200 }));
  await sendInstances(port, 10, cbct);
  await sendInstances(port, 1);
  await receiver.until(() => state().forwarded === 1);
  resolve({ status: 200 });
  await receiver.until(() => state().forwarded === 11);
});

test('a file that failed alone and then waits for the server counts once', async (t) => {
  const { port, receiver, state } = await newIntake(t);
  const failed = { '00081198': { Value: [{ '00081197': { Value: [0xa700] } }] } };
  receiver.replyWith((count) => (count < 3 ? { status: 409, body: failed } : { status: 503 }));
  await sendInstances(port, 1);
  await receiver.until(() => state().lastError === 'the server answers 503');
  assert.equal(state().waiting, 1);
  receiver.replyWith(() => ({ status: 200 }));
  await receiver.until(() => state().forwarded === 1);
  assert.equal(state().waiting, 0);
});

test('a file that cannot be read does not hold up the others', async (t) => {
  const spool = await temporaryFolder(t);
  // Older than all others, and a folder: reading it fails also for root.
  mkdirSync(join(spool, 'waiting', '0-broken.dcm'), { recursive: true });
  const { port, state, receiver } = await newIntake(t, { spool });
  await sendInstances(port, 2);
  await receiver.until(() => state().forwarded === 2);
  assert.equal(state().waiting, 1);
  await receiver.until(() => state().lastError === 'the spool fails: EISDIR');
});

test('a machine that has not called since the start is not reported as seen', async (t) => {
  const spool = await temporaryFolder(t);
  const first = await newIntake(t, { spool });
  first.receiver.replyWith(() => ({ status: 503 }));
  await sendInstances(first.port, 1);
  await first.receiver.until(() => first.state().waiting === 1 && first.receiver.requests() > 0);
  await first.close();
  const second = await newIntake(t, { spool });
  second.receiver.replyWith(() => ({ status: 409 }));
  await second.receiver.until(() => second.state().rejected === 1);
  const { callers, lastError } = await second.report();
  assert.deepEqual([callers, lastError], [[], 'the server answers 409']);
});

test('a restarted intake forwards what the previous one acknowledged, and what was refused if told so', async (t) => {
  const spool = await temporaryFolder(t);
  const first = await newIntake(t, { spool });
  first.receiver.replyWith((count) => ({ status: count === 1 ? 409 : 503 }));
  await sendInstances(first.port, 3);
  await first.receiver.until(() => first.receiver.requests() > 2);
  await first.close();
  const second = await newIntake(t, { spool, retriesRejected: true });
  await second.receiver.until(() => second.state().forwarded === 3);
  assert.deepEqual(filesOf(spool, 'rejected'), []);
});

test('two intakes never share a spool', async (t) => {
  const spool = await temporaryFolder(t);
  await newIntake(t, { spool });
  await assert.rejects(newIntake(t, { spool, lockWait: 0 }), /another intake uses/);
});

test('a wrong key is in the log before anything waits', async (t) => {
  const { url } = await stowReceiver(t, 'another key');
  const { sendReport, lines } = await newIntake(t, { server: url });
  await sendReport();
  assert.ok(
    lines.some((line) => line.includes('"event":"report","message":"the server answers 401"')),
  );
});

test('the server is told what waits and who was seen', async (t) => {
  const { port, receiver, report } = await newIntake(t);
  await receiver.until(() => receiver.reports.length > 0);
  await sendInstances(port, 2);
  const { aeTitle, callers } = await report();
  assert.equal(aeTitle, 'DEQIQ');
  assert.deepEqual(
    callers.map((caller) => [caller.aeTitle, caller.instances, caller.refused]),
    [['PANO', 2, 0]],
  );
});

test('a study whose association was open when the intake ended is one whose sender broke off', async (t) => {
  const spool = await temporaryFolder(t);
  const first = await newIntake(t, { spool });
  const association = await openAssociation(first.port);
  const pixels = new Uint16Array(16);
  const dataSet = readDataSet(
    ctSlice({ width: 4, height: 4, instance: 1, position: [0, 0, 1], pixels }),
  );
  assert.equal(await association.store({ sopInstance: '2.25.5', dataSet }), 0);
  assert.deepEqual((await first.report()).studies, [{ uid: '2.25.9', reason: 'association' }]);
  await first.close();
  const second = await newIntake(t, { spool });
  await untilTrue(async () => (await second.report()).studies[0]?.reason === 'broke-off');
  const again = await openAssociation(second.port);
  assert.equal(await again.store({ sopInstance: '2.25.5', dataSet }), 0);
  await again.release();
  await untilTrue(async () => (await second.report()).studies.length === 0);
});
