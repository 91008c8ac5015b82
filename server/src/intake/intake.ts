import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { LockError, lockFile } from '../platform/db/folder-lock.ts';
import { serveAssociation } from '../platform/dimse/acceptor.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from '../platform/dimse/pdu-connection.ts';
import { recordActivity } from './activity.ts';
import { type Backoff, openForwarder } from './forwarder.ts';
import type { IntakeLog } from './intake-log.ts';
import type { IntakeConfig } from './intake-settings.ts';
import { startListener } from './listener.ts';
import { openAssociations } from './open-associations.ts';
import { createProvider } from './provider.ts';
import { intakeReports } from './reports.ts';
import { serverClient } from './server-client.ts';
import { openSpool } from './spool.ts';
import { storeSlots } from './store-slots.ts';
import { worklistProvider } from './worklist/worklist-provider.ts';

/** Milliseconds that a restarted process waits for the previous one. */
const LOCK_WAIT = 5_000;

interface Options {
  readonly config: IntakeConfig;
  /** The secret that intake and server share. */
  readonly key: string;
  readonly log: IntakeLog;
  readonly now?: () => number;
  readonly timeouts?: Timeouts;
  readonly backoff?: Backoff;
  /** Whether files that the server refused are sent again. */
  readonly retriesRejected?: boolean;
  /** How many data sets are received at a time, and when a slow one gives way. */
  readonly slots?: Parameters<typeof storeSlots>[1];
  readonly lockWait?: number;
  /** Milliseconds without progress after which an association can give way to a new one. */
  readonly minIdle?: number;
  /** After every file that was forwarded, refused or postponed. */
  readonly onDone?: () => void;
}

/** Starts the intake: it listens, and forwards what waits in the spool. */
export async function startIntake({
  config,
  key,
  log,
  now = Date.now,
  timeouts = DEFAULT_TIMEOUTS,
  retriesRejected = false,
  lockWait = LOCK_WAIT,
  ...options
}: Options) {
  const lock = await lockSpool(config.spool, lockWait);
  const spool = await openSpool(config.spool);
  if (retriesRejected) log.info('retry-rejected', { files: await spool.retryRejected() });
  const client = serverClient({ server: config.server, key });
  const activity = recordActivity(now);
  const associations = openAssociations(config.maxAssociations, now, options.minIdle);
  const forwarding = await openForwarder({
    ...{ spool, client, log, onError: activity.fail },
    ...options,
  });
  const worklist = worklistProvider({ client, characterSets: config.characterSets });
  const reports = intakeReports({
    ...{ client, spool, activity, forwarding, log, now },
    ...{ aeTitle: config.aeTitle, associations: associations.count },
  });
  const deps = {
    ...{ config, spool, activity, log, worklist, slots: storeSlots(now, options.slots) },
    ...{ forward: forwarding.add, machines: reports.machines },
  };

  function accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (socket.destroyed) return;
    const entry = associations.open(socket);
    if (!entry) {
      log.warn('refused', { address, reason: 'too many associations' });
      socket.on('error', () => {}).destroy();
      return;
    }
    const close = () => socket.destroy(new Error('too slow while others wait'));
    const provider = createProvider(deps, { address, close, progress: entry.progress });
    serveAssociation(socket, provider, timeouts).catch((error) => {
      const message = error instanceof Error ? error.message : 'unknown error';
      log.warn('association', { address, message });
    });
  }

  const server = await startListener({ config, log, accept });
  const port = (server.address() as AddressInfo).port;
  forwarding.start();
  reports.start(port);

  return {
    port,
    state: forwarding.state,
    associations: associations.count,
    report: reports.current,
    sendReport: reports.send,

    /** Stops listening and closes the open associations: what they have not got acknowledged, they send again. */
    async close(): Promise<void> {
      reports.stop();
      forwarding.close();
      server.close();
      associations.closeAll();
      client.close();
      lock.release();
    },
  };
}

async function lockSpool(folder: string, wait: number) {
  const lock = await lockFile(join(folder, 'lock'), 'exclusive', wait);
  if (!lock) throw new LockError(`another intake uses ${folder}: stop it first`);
  return lock;
}
