import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection that can be cut: what arrives at its port goes to another port of this machine. */
export async function openNetwork(target: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ host: '127.0.0.1', port: target });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Breaks all connections and refuses new ones until `mend`. */
    cut(): void {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    mend(): void {
      isCut = false;
    },
    async close(): Promise<void> {
      this.cut();
      server.close();
      await once(server, 'close');
    },
  };
}
