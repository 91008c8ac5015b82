import type { Socket } from 'node:net';
import type { Timeouts } from '../../platform/dimse/pdu-connection.ts';
import { serveAssociation } from '../../platform/dimse/services/acceptor.ts';
import type { OpenConnections } from '../../platform/open-connections.ts';
import { describeError } from '../intake-log.ts';
import { createScp, type ScpDeps } from './scp.ts';

interface Deps extends ScpDeps {
  readonly associations: OpenConnections;
  readonly timeouts: Timeouts;
  /** After an association that has delivered images. */
  readonly onDelivered: () => void;
}

/** Serves the association of one connection, or closes it where there are too many. */
export function serveConnection(deps: Deps, socket: Socket): void {
  const { associations, studies, log, timeouts, onDelivered } = deps;
  const address = socket.remoteAddress ?? '';
  if (socket.destroyed) return;
  const entry = associations.open(socket);
  if (!entry) {
    log.warn('refused', { address, reason: 'too many associations' });
    socket.on('error', () => {}).destroy();
    return;
  }
  const close = () => socket.destroy(new Error('too slow while others wait'));
  const delivery = studies.begin();
  const provider = createScp(deps, { address, close, progress: entry.progress, delivery });
  const end = async (isReleased: boolean) => {
    await studies.end(delivery, isReleased);
    if (delivery.studies.size > 0) onDelivered();
  };
  serveAssociation(socket, provider, timeouts)
    .then(end, async (error) => {
      const message = error instanceof Error ? error.message : 'unknown error';
      log.warn('association', { address, message });
      await end(false);
    })
    .catch((error) => log.error('spool', { message: describeError(error) }));
}
