import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../../platform/db/tables.ts';
import { HOUR, isoNow, MINUTE } from '../../../../platform/time.ts';
import * as foreign from '../foreign-rows.repo.ts';
import * as repo from './chain.repo.ts';
import { formatHead, GENESIS, parseHead, sealRows } from './chain.ts';

/** Rows per transaction of the server, whose requests wait for some milliseconds on SQLite, and of a command. */
const BATCH_SIZE = 200;
const COMMAND_BATCH_SIZE = 2_000;

/** Milliseconds between a write and its seal, and between two batches. */
const SEAL_DELAY = 2_000;
const BATCH_PAUSE = 25;

/** Milliseconds between two searches for rows of processes that have ended. */
const POLL_INTERVAL = MINUTE;

/** Milliseconds after which the head is logged again. */
const LOG_INTERVAL = HOUR;

interface Clocked {
  db: Db;
  now: () => number;
}

interface Deps extends Clocked {
  log: { info(about: object, message: string): void; warn(about: object, message: string): void };
}

/** Seals a batch of rows; of concurrent processes one succeeds. Returns whether there may be more. */
async function sealBatch({ db, now }: Clocked, size = BATCH_SIZE): Promise<boolean> {
  const head = (await repo.findHead(db)) ?? GENESIS;
  const rows = await repo.listUnsealed(db, size);
  if (rows.length === 0) return false;
  const seals = sealRows(head, rows, isoNow(now));
  const isFirst = await repo.extendChain(db, head, seals);
  return !isFirst || rows.length === size;
}

/** Seals every committed row, for commands. */
export async function sealAudit(deps: Clocked): Promise<void> {
  while (await sealBatch(deps, COMMAND_BATCH_SIZE));
}

/** Milliseconds after an upgrade in which rows of servers of the version before are searched for. */
const UPGRADE_GRACE = HOUR;

/** During an upgrade a server of the version before the chain writes rows that it does not queue. */
export async function adoptRows({ db, now }: Clocked): Promise<void> {
  const upgrade = await foreign.findUpgradeTime(db);
  if (upgrade && now() < Date.parse(upgrade.to) + UPGRADE_GRACE)
    await foreign.queueForeign(db, upgrade);
}

/** Adds rows to the hash chain seconds after their commit, so that no writer waits. See docs/decisions/audit.md. */
export function auditChain({ db, now, log }: Deps) {
  let poll: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;

  /** Seals soon. Does nothing before the start. */
  function schedule(): void {
    if (poll) timer ??= setTimeout(run, SEAL_DELAY).unref();
  }

  /** Searches for the rows of other processes. */
  function search(): void {
    adoptRows({ db, now })
      .catch((err: unknown) => log.warn({ err }, 'rows of the audit could not be queued yet'))
      .finally(schedule);
  }

  function run(): void {
    timer = undefined;
    // Rows that were committed since the last batch of a running search wait for the next one.
    if (running !== undefined) schedule();
    running ??= sealAll()
      .catch((err: unknown) => log.warn({ err }, 'the audit could not be sealed yet'))
      .finally(() => {
        running = undefined;
      });
  }

  async function sealAll(): Promise<void> {
    while ((await sealBatch({ db, now })) && poll) await pause(BATCH_PAUSE);
    if (performance.now() - loggedAt >= LOG_INTERVAL) await logHead();
  }

  /** A copy of the journal on another machine shows that the chain was not written anew. */
  async function logHead(): Promise<void> {
    const head = await repo.findHead(db);
    if (!head) return;
    loggedAt = performance.now();
    log.info({ head: formatHead(head) }, 'the head of the audit');
  }

  return {
    schedule,

    /** The newest seal as `SEQ:HASH`; undefined before the first. */
    async findHead(): Promise<string | undefined> {
      const head = await repo.findHead(db);
      return head && formatHead(head);
    },

    /** The head, the oldest row without a seal, and whether the chain contains a head of earlier. */
    async check(earlier: string | undefined) {
      const [head, { oldest }] = await Promise.all([repo.findHead(db), repo.countUnsealed(db)]);
      const noted = parseHead(earlier ?? '');
      const seal = noted && noted.seq > 0 ? await repo.findSeal(db, noted.seq) : noted;
      return {
        head: head ? formatHead(head) : null,
        unsealedSince: oldest,
        isContinued: seal?.hash === noted?.hash,
      };
    },

    start(): void {
      poll ??= setInterval(search, POLL_INTERVAL).unref();
      schedule();
    },

    /** Stops, and seals the last rows. */
    async stop(): Promise<void> {
      if (!poll) return;
      clearInterval(poll);
      clearTimeout(timer);
      poll = undefined;
      await running;
      await sealBatch({ db, now }).catch((err: unknown) =>
        log.warn({ err }, 'the last rows of the audit are sealed at the next start'),
      );
    },
  };
}
