import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LockError, lockFile } from '../platform/db/locks/folder-lock.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from '../platform/dimse/pdu-connection.ts';
import { openConnections } from '../platform/open-connections.ts';
import { receivingSlots } from '../platform/queues/receiving-slots.ts';
import { SECOND } from '../platform/time.ts';
import { recordActivity } from './activity.ts';
import { serveConnection } from './associations/connection.ts';
import { startListener } from './associations/listener.ts';
import { commitmentScp } from './commitment/commitment-scp.ts';
import { openTransactions } from './commitment/transactions.ts';
import type { Backoff } from './forwarding/backoff.ts';
import { openForwarder } from './forwarding/forwarder.ts';
import { type ServerClient, serverClient } from './forwarding/server-client.ts';
import type { IntakeLog } from './intake-log.ts';
import type { IntakeConfig } from './intake-settings.ts';
import { performedStepScp } from './performed-steps/performed-step-scp.ts';
import { intakeReports } from './reports.ts';
import { openSpool } from './spool/spool.ts';
import { startCleaning } from './spool/spool-cleaning.ts';
import { trackStudies } from './study-activity.ts';
import { worklistScp } from './worklist/worklist-scp.ts';

/** Data sets that are received at a time. The senders of further ones wait, with 64 KiB in memory each. */
const SLOTS = { slots: 8, slotsPerAddress: 4, slotsPerSender: 2, minWait: 5 * SECOND };

/** Milliseconds that a restarted process waits for the previous one. */
const LOCK_WAIT = 5 * SECOND;

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
  const stopCleaning = await startCleaning({ spool, log, now });
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
      if (forwarding.state.waiting === 0) reports.sendSoon();
    },
  });
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
  const services = await openServices({
    config,
    client,
    forwarding,
    machines: reports.machines,
    log,
    now,
    backoff: options.backoff,
  });
  const deps = {
    ...services,
    config,
    spool,
    activity,
    studies,
    log,
    slots: receivingSlots({ now, ...(options.slots ?? SLOTS) }),
    forward: (name: string) => forwarding.add(name),
    machines: reports.machines,
    associations,
    timeouts,
    onDelivered: reports.sendSoon,
  };

  const server = await startListener({
    config,
    log,
    accept: (socket) => serveConnection(deps, socket),
  });
  const port = (server.address() as AddressInfo).port;
  forwarding.start();
  services.commitment.start();
  reports.start(port);

  return {
    port,
    state: () => forwarding.state,
    associations: associations.count,
    report: reports.current,
    sendReport: reports.send,

    /** Stops listening and closes the open associations: what they have not got acknowledged, they send again. */
    async close(): Promise<void> {
      stopCleaning();
      reports.stop();
      forwarding.close();
      services.commitment.close();
      server.close();
      associations.closeAll();
      client.close();
      lock.release();
    },
  };
}

type CommitmentDeps = Omit<Parameters<typeof commitmentScp>[0], 'transactions' | 'aeTitle'>;

/** The services beside storage. */
async function openServices({
  config,
  client,
  ...deps
}: CommitmentDeps & { readonly config: IntakeConfig; readonly client: ServerClient }) {
  const { spool, aeTitle, characterSets } = config;
  const transactions = await openTransactions(spool);
  return {
    worklist: worklistScp({ client, characterSets }),
    steps: performedStepScp({ client, now: deps.now }),
    commitment: commitmentScp({ ...deps, client, transactions, aeTitle }),
  };
}

async function lockSpool(folder: string, wait: number) {
  const lock = await lockFile(join(folder, 'lock'), 'exclusive', wait);
  if (!lock) throw new LockError(`another intake uses ${folder}: stop it first`);
  return lock;
}
