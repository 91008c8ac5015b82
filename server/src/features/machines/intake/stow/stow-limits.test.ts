import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { sendByStow, stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { TooManyError } from '../../../../platform/errors.ts';
import { dailyAllowance, limitInstance, MAX_PARTS, MAX_UNREADABLE_PARTS } from './stow-limits.ts';

const SLICE = {
  width: 2,
  height: 2,
  instance: 1,
  position: [0, 0, 1],
  pixels: new Uint16Array(4),
} as const;

const slice = (instance: number) => ctSlice({ ...SLICE, instance, position: [0, 0, instance] });

async function addDevice({ admin }: World, name: string): Promise<string> {
  const fields = { name, kind: 'cbct' };
  return (await admin.post('/api/admin/devices', fields)).ok<TokenAnswer>().token;
}

/** A delivery that has open and stays unfinished; the server has the first bytes of its file. */
async function beginDelivery(
  address: string,
  token: string,
  localAddress = '127.0.0.1',
): Promise<ClientRequest> {
  const { payload, headers } = stowRequest([slice(1)]);
  const request = httpRequest(new URL('/dicom-web/studies', address), {
    method: 'POST',
    agent: false,
    localAddress,
    headers: { ...headers, authorization: `Bearer ${token}`, expect: '100-continue' },
  });
  request.on('error', () => {});
  request.flushHeaders();
  await once(request, 'continue');
  request.write(payload.subarray(0, 400));
  return request;
}

test('deliveries of one device that never end leave room for another device', async (t) => {
  const world = await newWorld(t);
  const slow = await addDevice(world, 'Slow');
  const other = await addDevice(world, 'Other');
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const open: ClientRequest[] = [];
  for (let count = 0; count < 16; count += 1) open.push(await beginDelivery(address, slow));
  const delivery = sendByStow(world.visitor, [slice(2)], { token: other });
  const answer = await Promise.race([delivery, after(5_000)]);
  for (const request of open) request.destroy();
  assert.equal(answer?.status, 200);
});

test('the tokens of several devices at one address are one share', async (t) => {
  const world = await newWorld(t);
  const tokens = await Promise.all(['A', 'B', 'C', 'D'].map((name) => addDevice(world, name)));
  const other = await addDevice(world, 'Other');
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const open: ClientRequest[] = [];
  for (const token of tokens)
    for (let count = 0; count < 4; count += 1)
      open.push(await beginDelivery(address, token, '127.0.0.2'));
  const delivery = sendByStow(world.visitor, [slice(2)], { token: other });
  const answer = await Promise.race([delivery, after(5_000)]);
  for (const request of open) request.destroy();
  assert.equal(answer?.status, 200);
});

test('a request of many parts that are no files ends with 413; what came before is stored', async (t) => {
  const world = await newWorld(t);
  const token = await addDevice(world, 'CBCT');
  const unreadable = Array<Buffer>(MAX_UNREADABLE_PARTS).fill(Buffer.from('no file'));
  assert.equal((await sendByStow(world.visitor, [...unreadable, slice(1)], { token })).status, 202);
  const more = [slice(2), ...unreadable, Buffer.from('no file'), slice(3)];
  (await sendByStow(world.visitor, more, { token })).refused(413);
  const stored = world.db.selectFrom('intake_instances').select('number').orderBy('number');
  assert.deepEqual(
    (await stored.execute()).map(({ number }) => number),
    [1, 2],
  );
});

test('a request of very many parts ends with 413; what came before is stored', async (t) => {
  const world = await newWorld(t);
  const token = await addDevice(world, 'CBCT');
  const study = '2.25.74';
  const ofStudy = ctSlice({ ...SLICE, more: [{ tag: 0x0020_000d, vr: 'UI', value: study }] });
  // Of another study than the address says: they are read, and not stored.
  const files = [ofStudy, ...Array<Buffer>(MAX_PARTS).fill(slice(1))];
  (await sendByStow(world.visitor, files, { token, path: `/${study}` })).refused(413);
  assert.equal((await world.db.selectFrom('intake_instances').select('id').execute()).length, 1);
});

test('an instance without end is cut at its limit', async () => {
  const endless = Readable.from(Array<Buffer>(100).fill(Buffer.alloc(10)));
  let bytes = 0;
  await assert.rejects(
    async () => {
      for await (const chunk of limitInstance(endless, 50)) bytes += chunk.length;
    },
    { status: 413 },
  );
  assert.equal(bytes, 50);
});

test('a machine sends so much a day, and no other one waits for that', async () => {
  let time = 0;
  const { spend } = dailyAllowance(() => time, 100);
  const send = async (sender: string, length: number) => {
    for await (const _ of spend(sender, Readable.from([Buffer.alloc(length)])));
  };
  await send('cbct', 60);
  await assert.rejects(send('cbct', 60), TooManyError);
  await send('panoramic', 60);
  time += 24 * 3_600_000;
  await send('cbct', 60);
});
