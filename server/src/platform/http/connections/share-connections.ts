import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isInNetworks, parseNetworks } from '../../networks.ts';
import { type OpenConnection, openConnections } from '../../open-connections.ts';

/** Connections above the max until those that gave way are closed. */
const SPARE = 64;

/** Names that proxies may have in TRUST_PROXY. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Bounds the connections of a server. When all are in use, the address with the most of them gives one up for another address;
 * trusted proxies, which bound those of each client, never have to.
 */
export function shareConnections(
  server: Server,
  { max, trustProxy }: { readonly max: number; readonly trustProxy: string | boolean },
): void {
  const isShared = isProxy(trustProxy);
  const connections = openConnections({ max, now: () => performance.now(), isShared });
  const bySocket = new WeakMap<Socket, OpenConnection>();
  server.maxConnections = max + SPARE;
  server.on('connection', (socket: Socket) => {
    const connection = connections.open(socket);
    if (connection) bySocket.set(socket, connection);
    else socket.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(socket);
    connection?.setBusy(true);
    response.once('close', () => connection?.setBusy(false));
  });
}

function isProxy(trustProxy: string | boolean): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const names = trustProxy.split(',').map((name) => name.trim());
  const networks = parseNetworks(names.flatMap((name) => NAMED_NETWORKS[name] ?? [name]));
  return (address) => networks !== undefined && isInNetworks(networks, address);
}
