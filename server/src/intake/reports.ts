import {
  type IntakeMachine,
  type IntakeReport,
  intakeMachines,
} from '@deqiq/contract/machines/intake/intake-reports.ts';
import { keyedMutex } from '../platform/queues/concurrency.ts';
import { iso, isoNow, SECOND } from '../platform/time.ts';
import type { Activity } from './activity.ts';
import type { Forwarder } from './forwarding/forwarder.ts';
import type { ServerClient } from './forwarding/server-client.ts';
import { describeError, type IntakeLog } from './intake-log.ts';
import type { Spool } from './spool/spool.ts';
import type { StudyActivity } from './study-activity.ts';

/** Milliseconds between two reports. */
const INTERVAL = 15 * SECOND;

/** Milliseconds in which further events join a report. */
const SOON = SECOND;

/** Files of which a report adds the sizes; a spool with more is reported with an estimate. */
const MAX_SIZES = 1_000;

interface Deps {
  readonly client: Pick<ServerClient, 'report'>;
  readonly spool: Spool;
  readonly activity: Activity;
  readonly studies: Pick<StudyActivity, 'list'>;
  readonly forwarding: Pick<Forwarder, 'state'>;
  readonly log: IntakeLog;
  readonly now: () => number;
  readonly aeTitle: string;
  readonly associations: () => number;
}

/**
 * Tells the server, and the console where something waits, what the intake does. The server answers what staff have entered
 * about the machines; the last answer counts while the server is away.
 */
export function intakeReports(deps: Deps) {
  const { client, spool, activity, studies, forwarding, log, now } = deps;
  const mutex = keyedMutex();
  let soon: NodeJS.Timeout | undefined;
  let port = 0;
  let timer: NodeJS.Timeout | undefined;
  let machines: readonly IntakeMachine[] | undefined;
  const startedAt = isoNow(now);

  async function current(): Promise<IntakeReport> {
    const names = await spool.list();
    const [oldest] = names;
    const { rejected, lastError } = forwarding.state;
    return {
      startedAt,
      aeTitle: deps.aeTitle,
      port,
      associations: deps.associations(),
      waiting: names.length,
      waitingBytes: await sumSizes(spool, names),
      waitingSince: oldest === undefined ? null : iso(Number.parseInt(oldest, 10)),
      rejected,
      lastError: lastError.slice(0, 500),
      callers: activity.list(),
      studies: studies.list(),
    };
  }

  async function report(): Promise<void> {
    const state = await current();
    const { waiting, waitingBytes, rejected, lastError } = state;
    if (waiting > 0 || rejected > 0)
      log.info('waiting', { files: waiting, bytes: waitingBytes, rejected, lastError });
    const { status, body } = await client.report(state);
    if (status !== 200) throw new Error(`the server answers ${status}`);
    machines = intakeMachines.parse(JSON.parse(body)).machines;
  }

  /** A failure is logged also where nothing waits, such as a wrong key. The next report follows anyway. */
  const send = () =>
    // One after the other: an older report must not follow a newer one.
    mutex
      .run('report', report)
      .catch((error) => log.warn('report', { message: describeError(error) }));
  return {
    current,
    send,
    /** undefined before the first answer of the server. */
    machines: () => machines,
    start(listening: number): void {
      port = listening;
      timer = setInterval(() => void send(), INTERVAL);
      void send();
    },
    /** An association has ended, or the spool is empty: the server need not wait for the next report. */
    sendSoon(): void {
      soon ??= setTimeout(() => {
        soon = undefined;
        void send();
      }, SOON);
    },
    stop(): void {
      clearInterval(timer);
      clearTimeout(soon);
    },
  };
}

async function sumSizes(spool: Spool, names: readonly string[]): Promise<number> {
  const measured = names.slice(0, MAX_SIZES);
  let sum = 0;
  for (const name of measured) sum += (await spool.size(name)) ?? 0;
  return measured.length === 0 ? 0 : Math.round((sum / measured.length) * names.length);
}
