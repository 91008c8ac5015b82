import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { storageEnvironment } from './new-s3-storage.ts';

/**
 * The environment of a server with an empty store that accepts connections and says nothing. After `answer` all that was
 * sent reaches the store of TEST_STORAGE_URL. Its endpoint must be http.
 */
export async function newSilentStore(t: Pick<TestContext, 'after'>) {
  const env = storageEnvironment();
  const url = new URL(env.STORAGE_URL);
  const { hostname: host, port } = new URL(url.searchParams.get('endpoint') ?? '');
  const sockets: Socket[] = [];
  let isSilent = true;
  const accept = (near: Socket) => {
    const far = connect({ host, port: Number(port) });
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
    if (!isSilent) accept(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  url.searchParams.set('endpoint', endpoint);
  return {
    env: { ...env, STORAGE_URL: url.toString() },
    answer(): void {
      isSilent = false;
      for (const socket of sockets) if (!socket.destroyed) accept(socket);
    },
  };
}
