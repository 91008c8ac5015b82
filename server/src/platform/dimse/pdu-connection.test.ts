import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SECOND } from '../time.ts';
import { DEFAULT_TIMEOUTS, PduConnection } from './pdu-connection.ts';

/** A PDU of data, whose content nothing here reads. */
const PDU = Buffer.concat([Buffer.from([4, 0, 0, 0, 0, 6]), Buffer.alloc(6)]);

/** A machine, and the connection of the intake to it. Only a test moves its clock. */
async function connectMachine(t: TestContext) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const machine = connect(port, '127.0.0.1');
  const [socket]: Socket[] = await once(server, 'connection');
  assert.ok(socket);
  t.after(() => {
    machine.destroy();
    server.close();
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return { machine, socket, connection: new PduConnection(socket, DEFAULT_TIMEOUTS) };
}

test('a machine may pause for most of a minute between two images', async (t) => {
  const { machine, socket, connection } = await connectMachine(t);
  machine.write(PDU);
  assert.equal((await connection.receive())?.type, 4);
  const next = connection.receive();
  t.mock.timers.tick(59 * SECOND);
  assert.equal(socket.destroyed, false);
  machine.write(PDU);
  assert.equal((await next)?.type, 4);
  const late = connection.receive();
  t.mock.timers.tick(60 * SECOND);
  assert.equal(socket.destroyed, true);
  await assert.rejects(late, /too slow/);
});

test('a caller that says nothing at first is disconnected after 15 seconds', async (t) => {
  const { socket, connection } = await connectMachine(t);
  const first = connection.receive();
  t.mock.timers.tick(15 * SECOND);
  assert.equal(socket.destroyed, true);
  await assert.rejects(first, /too slow/);
});
