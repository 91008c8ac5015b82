import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { LockError, lockFile } from '../platform/db/folder-lock.ts';
import { serveAssociation } from '../platform/dimse/acceptor.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from '../platform/dimse/pdu-connection.ts';
import { openConnections } from '../platform/open-connections.ts';
import { receivingSlots } from '../platform/receiving-slots.ts';
import { recordActivity } from './activity.ts';
import { type Backoff, openForwarder } from './forwarding/forwarder.ts';
import { serverClient } from './forwarding/server-client.ts';
import { describeError, type IntakeLog } from './intake-log.ts';
import type { IntakeConfig } from './intake-settings.ts';
import { startListener } from './listener.ts';
import { intakeReports } from './reports.ts';
import { createScp } from './scp.ts';
import { openSpool } from './spool/spool.ts';
import { trackStudies } from './study-activity.ts';
import { worklistScp } from './worklist/worklist-scp.ts';

/** Milliseconds between two removals of files that were refused long ago. */
const CLEANING_INTERVAL = 60 * 60_000;

/** Data sets that are received at a time. The senders of further ones wait, with 64 KiB in memory each. */
const SLOTS = { slots: 8, slotsPerAddress: 4, slotsPerSender: 2, minWait: 5_000 };

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
  readonly slots?: typeof SLOTS;
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
  const removeOldRejected = async () => {
    const files = await spool.removeOldRejected(now());
    if (files > 0) log.info('removed-rejected', { files });
  };
  await removeOldRejected();
  const cleaning = setInterval(
    () => removeOldRejected().catch((error) => log.warn('spool', { message: String(error) })),
    CLEANING_INTERVAL,
  ).unref();
  const client = serverClient({ server: config.server, key });
  const activity = recordActivity(now);
  const associations = openConnections({
    max: config.maxAssociations,
    now,
    minIdle: options.minIdle,
  });
  const studies = await trackStudies(spool);
  const forwarding = await openForwarder({
    ...options,
    spool,
    client,
    studies,
    log,
    onError: activity.fail,
    onDone() {
      options.onDone?.();
      if (forwarding.state().waiting === 0) reports.sendSoon();
    },
  });
  const worklist = worklistScp({ client, characterSets: config.characterSets });
  const reports = intakeReports({
    client,
    spool,
    activity,
    studies,
    forwarding,
    log,
    now,
    aeTitle: config.aeTitle,
    associations: associations.count,
  });
  const deps = {
    config,
    spool,
    activity,
    studies,
    log,
    worklist,
    slots: receivingSlots({ now, ...(options.slots ?? SLOTS) }),
    forward: forwarding.add,
    machines: reports.machines,
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
    const delivery = studies.begin();
    const provider = createScp(deps, { address, close, progress: entry.progress, delivery });
    const end = async (isReleased: boolean) => {
      await studies.end(delivery, isReleased);
      if (delivery.studies.size > 0) reports.sendSoon();
    };
    serveAssociation(socket, provider, timeouts)
      .then(end, async (error) => {
        const message = error instanceof Error ? error.message : 'unknown error';
        log.warn('association', { address, message });
        await end(false);
      })
      .catch((error) => log.error('spool', { message: describeError(error) }));
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
      clearInterval(cleaning);
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
