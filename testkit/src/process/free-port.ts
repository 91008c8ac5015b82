import { once } from 'node:events';
import { createServer } from 'node:net';

/** Two programs would get the same port where the first has not opened it yet. */
const used = new Set<number>();

/** A port of this machine that nothing listens on, and that this process has not used before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    await once(server.close(), 'close');
    if (typeof address !== 'object' || !address) throw new Error('the server has no port');
    if (!used.has(address.port)) {
      used.add(address.port);
      return address.port;
    }
  }
}
