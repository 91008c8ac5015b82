import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { errorCode } from '../../platform/errors.ts';
import type { IntakeLog } from '../intake-log.ts';
import type { IntakeConfig, TlsFiles } from '../intake-settings.ts';
import { isAllowedAddress } from './callers.ts';

interface Deps {
  readonly config: IntakeConfig;
  readonly log: IntakeLog;
  /** Gets each connection from an allowed address; with TLS after the handshake. */
  readonly accept: (socket: Socket) => void;
}

/** Listens at the port of the settings. Other addresses are closed before a byte is read. */
export async function startListener({ config, log, accept }: Deps): Promise<Server> {
  const server = config.tls
    ? await createSecureServer(config.tls, log, accept)
    : createServer({ highWaterMark: 16_384 }, accept);
  // Prepended: TLS must not read from an address that is not allowed.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isAllowedAddress(config.callers, address)) return;
    log.warn('refused', { address, reason: 'address not allowed' });
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  return server;
}

async function createSecureServer(
  tls: TlsFiles,
  log: IntakeLog,
  accept: (socket: Socket) => void,
): Promise<Server> {
  const ca = tls.ca === undefined ? {} : { ca: await readFile(tls.ca), requestCert: true };
  const server = createTlsServer(
    {
      cert: await readFile(tls.cert),
      key: await readFile(tls.key),
      ...ca,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout: 10_000,
    },
    accept,
  );
  // Node has closed the connection and forgotten its address.
  server.on('tlsClientError', (error, { authorizationError }) =>
    log.warn('refused', {
      reason: `TLS handshake failed: ${authorizationError || errorCode(error) || 'unknown error'}`,
    }),
  );
  return server;
}
