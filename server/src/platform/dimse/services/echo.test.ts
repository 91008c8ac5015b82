import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { missesDcmtk } from '@deqiq/testkit/dicom/dcmtk.ts';
import { freePort } from '@deqiq/testkit/process/free-port.ts';
import { echo } from './echo.ts';

const titles = { host: '127.0.0.1', called: 'PROMAX', calling: 'DEQIQ' };

async function listen(t: TestContext, onConnect: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onConnect);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A PDU without content. */
const pdu = (type: number, length: number) =>
  Buffer.concat([Buffer.from([type, 0, 0, 0, 0, length]), Buffer.alloc(length)]);

test('a closed port is unreachable', async () => {
  assert.equal(await echo({ ...titles, port: await freePort() }), 'unreachable');
});

test('a machine that does not know us rejects', async (t) => {
  const port = await listen(t, (socket) => socket.end(pdu(3, 4)));
  assert.equal(await echo({ ...titles, port }), 'rejected');
});

for (const [what, answer] of [
  ['another program', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a PDU of 4 GB', Buffer.concat([Buffer.from([2, 0, 255, 255, 255, 255]), Buffer.alloc(70_000)])],
  ['nothing', Buffer.alloc(0)],
] as const)
  test(`${what} is no answer`, async (t) => {
    const port = await listen(t, (socket) => {
      socket.on('error', () => {});
      socket.end(answer);
    });
    assert.equal(await echo({ ...titles, port }), 'no-answer');
  });

test('storescp of dcmtk answers', { skip: missesDcmtk }, async (t) => {
  const port = await freePort();
  const process = spawn('storescp', ['--debug', '-aet', 'PROMAX', String(port)]);
  t.after(() => void process.kill());
  // It prints its configuration before it listens.
  let result = await echo({ ...titles, port });
  while (result === 'unreachable') result = await echo({ ...titles, port });
  assert.equal(result, 'ok');
});
