import type { IntakeMachine } from '@deqiq/contract/machines/intake/intake-reports.ts';
import { reportEvent } from '../../platform/dimse/services/event-request.ts';
import type { EventReport, SendEvent } from '../../platform/dimse/services/service-provider.ts';
import { keyedMutex } from '../../platform/queues/concurrency.ts';
import { DAY, SECOND } from '../../platform/time.ts';
import { findMachine } from '../associations/callers.ts';
import { type Backoff, DEFAULT_BACKOFF, findDelay, Timers } from '../forwarding/backoff.ts';
import type { Forwarder } from '../forwarding/forwarder.ts';
import type { ServerClient } from '../forwarding/server-client.ts';
import { describeError, type IntakeLog } from '../intake-log.ts';
import { formatHost, type SpoolSender } from '../spool/spool-names.ts';
import { type CommitmentRequest, createReport } from './commitment-request.ts';
import { loadStates } from './committed-states.ts';
import type { Transaction, Transactions } from './transactions.ts';

/** Milliseconds before the first report: many machines release the association at once and wait for another one. */
const GRACE = SECOND / 2;

/** Milliseconds that a request waits for its instances, and attempts to report in an association of its own. */
const MAX_AGE = DAY;
const MAX_REPORTS = 10;

interface Deps {
  readonly transactions: Transactions;
  readonly client: Pick<ServerClient, 'findCommitted'>;
  readonly forwarding: Pick<Forwarder, 'hasWaiting'>;
  /** Machines as entered by staff; undefined before the first answer of the server. */
  readonly machines: () => readonly IntakeMachine[] | undefined;
  readonly aeTitle: string;
  readonly log: IntakeLog;
  readonly now: () => number;
  readonly backoff?: Backoff | undefined;
}

export type CommitmentScp = ReturnType<typeof commitmentScp>;

/**
 * Serves Storage Commitment (PS3.4, annex J). A request is reported when the server has stored all of its instances, or when
 * those that are missing wait in no file of their address.
 */
export function commitmentScp(deps: Deps) {
  const { transactions, log, now, backoff = DEFAULT_BACKOFF } = deps;
  const questions = keyedMutex();
  const timers = new Timers();

  function schedule(transaction: Transaction, delay: number): void {
    timers.after(delay, () => {
      attempt(transaction).catch((error) => log.error('spool', { message: describeError(error) }));
    });
  }

  async function attempt(transaction: Transaction): Promise<void> {
    const isDone = await settle(transaction).catch((error) => giveUp(transaction, error));
    if (timers.isClosed) return;
    if (isDone) return transactions.remove(transaction);
    transaction.attempts += 1;
    schedule(transaction, findDelay(backoff, transaction.attempts));
  }

  const isExpired = ({ since }: Transaction) => now() - since >= MAX_AGE;

  /** The server does not answer: the request waits, but not for ever. */
  function giveUp(transaction: Transaction, error: unknown): boolean {
    if (!isExpired(transaction)) return false;
    const { aeTitle, address } = transaction.sender;
    log.warn('commitment', { aeTitle, address, message: describeError(error) });
    return true;
  }

  /** Returns whether there is nothing more to do. */
  async function settle(transaction: Transaction): Promise<boolean> {
    const { sender, instances } = transaction;
    const host = formatHost(sender.address);
    // Before the question: a file that leaves the spool in between is stored.
    const canArrive = deps.forwarding.hasWaiting(host);
    const states = await questions.run(host, () => loadStates(deps.client, instances));
    const isOpen = states.some(
      (state) => state === 'undecided' || (state === 'missing' && canArrive),
    );
    if (isOpen && !isExpired(transaction)) return false;
    const event = createReport(transaction, states);
    return (await transaction.sendEvent(event)) || reportApart(deps, transaction, event);
  }

  return {
    /** Schedules the requests of an earlier process. */
    start(): void {
      for (const transaction of transactions.list()) schedule(transaction, GRACE);
    },

    /** Accepts a request; repeated by its machine it stays one. Throws a StatusError where there are too many. */
    async add(
      sender: SpoolSender,
      request: CommitmentRequest,
      sendEvent: SendEvent,
    ): Promise<void> {
      const existing = transactions.find(sender, request);
      if (existing) existing.sendEvent = sendEvent;
      else schedule(await transactions.add({ ...request, sender, since: now() }, sendEvent), GRACE);
    },

    close: (): void => timers.close(),
  };
}

/** Reports in an association of its own, at the address that staff have entered. */
async function reportApart(
  { machines, aeTitle: calling, log }: Deps,
  transaction: Transaction,
  event: EventReport,
): Promise<boolean> {
  const { aeTitle, address } = transaction.sender;
  const entered = machines();
  if (!entered) return false;
  const machine = findMachine(entered, aeTitle);
  if (!machine || machine.isRevoked || machine.host === '' || machine.port === null) {
    log.warn('commitment', { aeTitle, address, message: 'no host and port of the device' });
    return true;
  }
  const { host, port } = machine;
  const result = await reportEvent({ host, port, called: aeTitle, calling }, event);
  if (result === 'ok') return true;
  transaction.reports += 1;
  log.warn('commitment', { aeTitle, address, host, port, attempt: transaction.reports, result });
  return transaction.reports >= MAX_REPORTS;
}
