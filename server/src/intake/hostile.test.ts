import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { INTAKE_KEY, newIntake, temporaryFolder } from '@deqiq/testkit/dicom/intake.ts';
import { startIntakeProcess } from '@deqiq/testkit/dicom/intake-process.ts';
import { stowReceiver } from '@deqiq/testkit/dicom/stow-receiver.ts';
import { PLAIN_SYNTAXES, VERIFICATION } from '../platform/dicom/uids.ts';
import { encodeRequest } from '../platform/dimse/association-pdu.ts';
import { PduType } from '../platform/dimse/pdu.ts';

const MIB = 2 ** 20;
const MAX_MEMORY = 200 * MIB;

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Writes until the other side closes the connection, or everything is written. */
async function flood(port: number, chunk: Buffer, count: number): Promise<void> {
  const chunks = Readable.from(Array<Buffer>(count).fill(chunk));
  await pipeline(chunks, await open(port)).catch(() => {});
}

/** Everything that arrives until the other side closes the connection. */
async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks);
}

/** A data PDU of one fragment, as sent. */
function dataPdu(length: number, control = 0): Buffer {
  const bytes = Buffer.alloc(12 + length, 7);
  bytes.set([4, 0]);
  bytes.writeUInt32BE(6 + length, 2);
  bytes.writeUInt32BE(2 + length, 6);
  bytes.set([1, control], 10);
  return bytes;
}

const ABORT = 7;
/** Milliseconds that no test waits for. */
const LONG = 60_000;

test('500 MB of random bytes and 200 associations: memory stays under 200 MB, machines are served', async (t) => {
  const receiver = await stowReceiver(t, INTAKE_KEY);
  const dataDir = await temporaryFolder(t);
  const { child, port } = await startIntakeProcess(t, { dataDir, server: receiver.url });
  const { rss } = await child.measure('watch');
  const idle = await Promise.all(Array.from({ length: 200 }, () => openAssociation(port)));
  const chunk = randomBytes(MIB);
  const floods = Array.from({ length: 10 }, () => flood(port, chunk, 50));
  const dataSet = randomBytes(4 * MIB);
  const machines = Array.from({ length: 4 }, async (_, machine) => {
    const association = await openAssociation(port);
    for (let number = 1; number <= 5; number += 1)
      assert.equal(
        await association.store({ sopInstance: `2.25.${machine}.${number}`, dataSet }),
        0,
      );
    await association.release();
  });
  await Promise.all([...floods, ...machines]);
  await receiver.until(() => receiver.instances.length === 20);
  for (const { socket } of idle) socket.destroy();
  const { peak } = await child.measure();
  t.diagnostic(`${Math.round(rss / MIB)} MB, peak ${Math.round(peak / MIB)} MB`);
  assert.ok(peak < MAX_MEMORY, `${Math.round(peak / MIB)} MB`);
});

test('a PDU that claims 2 GB, or is of no type, is answered with an abort before its body is read', async (t) => {
  const { port } = await newIntake(t, {
    timeouts: { association: 1_000, idle: LONG, pdu: LONG },
  });
  const huge = Buffer.from([1, 0, 0x7f, 0xff, 0xff, 0xff]);
  for (const bytes of [
    huge,
    Buffer.from([4, 0, 0, 1, 0, 1]),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ]) {
    const socket = await open(port);
    socket.end(bytes);
    assert.equal((await readAll(socket))[0], ABORT);
  }
});

/** Sends an association request with changed bytes; returns the answer of the intake. */
async function associate(port: number, change: (request: Buffer) => void): Promise<Buffer> {
  const contexts = [{ id: 1, abstractSyntax: VERIFICATION, transferSyntaxes: PLAIN_SYNTAXES }];
  const titles = { callingAeTitle: 'PANO', calledAeTitle: 'DEQIQ' };
  const request = encodeRequest({ ...titles, contexts });
  change(request);
  const socket = await open(port);
  socket.end(request);
  return readAll(socket);
}

test('AE titles that old machines pad with NUL are accepted; another protocol version is not', async (t) => {
  const { port } = await newIntake(t);
  const answer = await associate(port, (request) => {
    for (let at = 10; at < 42; at += 1) if (request[at] === 0x20) request[at] = 0;
  });
  assert.equal(answer[0], PduType.associateAccept);
  const rejection = await associate(port, (request) => request.writeUInt16BE(2, 6));
  assert.deepEqual([...rejection], [PduType.associateReject, 0, 0, 0, 0, 4, 0, 1, 2, 2]);
});

test('within an association, what breaks the protocol ends it and leaves nothing in the spool', async (t) => {
  const { port, report, lines } = await newIntake(t);
  const wrong: readonly Buffer[] = [
    dataPdu(10),
    dataPdu(40, 3),
    dataPdu(20_000, 1),
    Buffer.from([4, 0, 0, 0, 0, 6, 0, 0, 0xff, 0xff, 1, 3]),
    Buffer.from([1, 0, 0, 0, 0, 68, ...Buffer.alloc(68)]),
    Buffer.from([9, 0, 0, 0, 0, 0]),
  ];
  for (const bytes of wrong) {
    const machine = await openAssociation(port);
    machine.socket.end(bytes);
    await machine.ended();
  }
  assert.equal((await report()).waiting, 0);
  assert.ok(lines.filter((line) => line.includes('"event":"association"')).length >= wrong.length);
});

test('peers that are silent, or slow within a PDU, are disconnected', async (t) => {
  const timeouts = { association: 100, idle: LONG, pdu: 100 };
  const { port } = await newIntake(t, { timeouts });
  const silent = await open(port);
  const slow = await open(port);
  slow.write(Buffer.from([1, 0, 0]));
  await Promise.all([readAll(silent), readAll(slow)]);
});

test('an association that is not used is ended', async (t) => {
  const timeouts = { association: LONG, idle: 100, pdu: LONG };
  const { port } = await newIntake(t, { timeouts });
  await (await openAssociation(port)).ended();
});

test('a machine that stops within a data set leaves nothing behind', async (t) => {
  const { port, report, state, receiver } = await newIntake(t);
  const machine = await openAssociation(port);
  const stored = machine.store({ sopInstance: '2.25.1', dataSet: randomBytes(MIB) });
  machine.socket.destroySoon();
  await stored.catch(() => {});
  const next = await openAssociation(port);
  assert.equal(await next.store({ sopInstance: '2.25.2', dataSet: Buffer.from('whole') }), 0);
  await receiver.until(() => state().forwarded === 1);
  await next.release();
  assert.equal((await report()).waiting, 0);
});

test('a sender that is slow within a data set gives way to one that waits for its slot', async (t) => {
  const { port } = await newIntake(t, {
    slots: { slots: 1, slotsPerAddress: 1, slotsPerSender: 1, minWait: 0 },
  });
  const slow = await openAssociation(port);
  await slow.begin({ sopInstance: '2.25.1', dataSet: Buffer.from('first part') });
  const machine = await openAssociation(port);
  assert.equal(await machine.store({ sopInstance: '2.25.2', dataSet: Buffer.from('x') }), 0);
  await slow.ended();
});

test('200 associations that all store at once need less than 100 MB', async (t) => {
  const receiver = await stowReceiver(t, INTAKE_KEY);
  const dataDir = await temporaryFolder(t);
  const { child, port } = await startIntakeProcess(t, { dataDir, server: receiver.url });
  const { rss } = await child.measure('watch');
  const dataSet = randomBytes(MIB);
  const machines = await Promise.all(Array.from({ length: 200 }, () => openAssociation(port)));
  const statuses = await Promise.all(
    machines.map((machine, index) => machine.store({ sopInstance: `2.25.${index}`, dataSet })),
  );
  assert.deepEqual(new Set(statuses), new Set([0]));
  for (const { socket } of machines) socket.destroy();
  const { peak } = await child.measure();
  t.diagnostic(`${Math.round(rss / MIB)} MB, peak ${Math.round(peak / MIB)} MB`);
  // A process that is not warmed up differs by 15 MB.
  assert.ok(peak - rss < 100 * MIB, `${Math.round((peak - rss) / MIB)} MB`);
});

test('a new machine gets the association of the one that was idle for the longest time', async (t) => {
  const { port } = await newIntake(t, { settings: { DICOM_MAX_ASSOCIATIONS: '2' }, minIdle: 0 });
  const first = await openAssociation(port);
  const second = await openAssociation(port);
  await first.store({ sopInstance: '2.25.1', dataSet: Buffer.from('x') });
  const third = await openAssociation(port);
  await second.ended();
  assert.equal(await third.store({ sopInstance: '2.25.2', dataSet: Buffer.from('y') }), 0);
  assert.equal(await first.store({ sopInstance: '2.25.3', dataSet: Buffer.from('z') }), 0);
});

/** A machine at another address than the others. */
const elsewhere = { localAddress: '127.0.0.2', callingAeTitle: 'CBCT' };

for (const { who, callingAeTitle } of [
  { who: 'one machine', callingAeTitle: () => undefined },
  { who: 'one address that invents AE titles', callingAeTitle: (index: number) => `PANO${index}` },
])
  test(`slow X-rays of ${who} leave slots for another one`, async (t) => {
    const { port } = await newIntake(t);
    const slow = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const title = callingAeTitle(index);
        return openAssociation(port, title === undefined ? {} : { callingAeTitle: title });
      }),
    );
    for (const [index, machine] of slow.entries())
      await machine.begin({ sopInstance: `2.25.${index}`, dataSet: Buffer.from('first part') });
    const other = await openAssociation(port, elsewhere);
    const stored = other.store({ sopInstance: '2.25.99', dataSet: Buffer.from('x') });
    assert.equal(await Promise.race([stored, slow[0]?.ended()]), 0);
    for (const { socket } of slow) socket.destroy();
  });

test('busy associations of one address give way to the first one of another address', async (t) => {
  const { port } = await newIntake(t, { settings: { DICOM_MAX_ASSOCIATIONS: '4' } });
  const busy = await Promise.all(Array.from({ length: 4 }, () => openAssociation(port)));
  const other = await openAssociation(port, elsewhere);
  assert.equal(await other.store({ sopInstance: '2.25.1', dataSet: Buffer.from('x') }), 0);
  await Promise.race(busy.map((machine) => machine.ended()));
  // A connection that replaces the lost one does not push the other machine out.
  const again = await openAssociation(port).catch(() => undefined);
  assert.equal(again, undefined);
  assert.equal(await other.store({ sopInstance: '2.25.2', dataSet: Buffer.from('y') }), 0);
});
