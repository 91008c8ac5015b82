import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { changeRows, withRows } from '../crash/compare/rows.ts';
import { type Clinic, MAIL, send, startClinic } from './clinic.ts';
import { compare } from './compare.ts';
import { type History, newHistory } from './history.ts';
import { findLeftovers } from './leftovers.ts';
import { quote, readRows } from './rows.ts';
import { type Tally, work } from './work.ts';

/** Histories at work at once. */
const AT_ONCE = 6;

/** A node is killed after so many histories have been at work, or after so many milliseconds. */
const MIN_HISTORIES = 5;
const MAX_HISTORIES = 40;
const SHORTEST = 500;
const LONGEST = 4_000;

/** Histories that are compared for the last time; more would not fit into memory. */
const BATCH_SIZE = 1_000;

export interface Result {
  readonly histories: number;
  readonly kills: number;
  readonly aged: number;
  readonly tally: Tally;
  /** Moves that the histories made, by name. */
  readonly moves: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
}

interface Scope {
  readonly clinic: Clinic;
  readonly random: Random;
  readonly tally: Tally;
  readonly all: History[];
  readonly wanted: number;
}

/** Runs random histories, and kills nodes until all of them have ended. */
export async function runHistories(
  location: DataLocation,
  wanted: number,
  random: Random,
  log: (progress: string) => void,
): Promise<Result> {
  const clinic = await startClinic(location, MAIL);
  const scope: Scope = { clinic, random, tally: new Map(), all: [], wanted };
  const findings: string[] = [];
  let open: History[] = [];
  let kills = 0;
  let aged = 0;
  try {
    while (scope.all.length < wanted || open.length > 0) {
      const touched = await runRound(scope, open);
      kills += 1;
      findings.push(...(await compareAll(clinic, touched)));
      open = touched.filter(({ remaining }) => remaining > 0);
      if (random.chance(0.5))
        aged += await makeDue(
          location,
          open.filter(() => random.chance(0.5)),
        );
      if (kills % 10 === 0) log(`${scope.all.length} histories, ${kills} kills`);
    }
    // A list contains no referral whose time is over.
    await send(clinic, random, 'admin', ['GET', '/api/admin/referrals']);
    findings.push(...(await compareExpired(location)));
    for (let first = 0; first < scope.all.length; first += BATCH_SIZE)
      findings.push(...(await compareAll(clinic, scope.all.slice(first, first + BATCH_SIZE))));
    findings.push(...(await findLeftovers(location)));
    const { tally, all } = scope;
    const moves = await countMoves(location);
    return { histories: all.length, kills, aged, tally, moves, findings: [...new Set(findings)] };
  } finally {
    await clinic.end();
  }
}

/** Works on histories until a node was killed and runs again; returns those that were touched. */
async function runRound(
  { clinic, random, tally, all, wanted }: Scope,
  open: readonly History[],
): Promise<History[]> {
  const waiting = [...open];
  const touched: History[] = [];
  const limit = random.between(MIN_HISTORIES, MAX_HISTORIES);
  const enough = Promise.withResolvers<void>();
  let isOver = false;
  const next = (): History | undefined => {
    const history = waiting.shift();
    if (history || all.length >= wanted) return history;
    const created = newHistory(all.length, randomFrom(random.below(2 ** 32)));
    all.push(created);
    return created;
  };
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let history = next(); history; history = isOver ? undefined : next()) {
      touched.push(history);
      if (touched.length >= limit) enough.resolve();
      await work(clinic, history, { isOver: () => isOver, tally });
    }
  });
  await Promise.race([pause(random.between(SHORTEST, LONGEST)), enough.promise]);
  const victims = random.chance(0.2) ? clinic.nodes : [random.pick(clinic.nodes)];
  // Work continues at another node.
  isOver = victims.length === clinic.nodes.length;
  await Promise.all(victims.map((node) => clinic.kill(node)));
  if (isOver) await Promise.all(workers);
  for (const node of victims) await clinic.restart(node);
  isOver = true;
  await Promise.all(workers);
  await clinic.renew();
  return [...touched, ...waiting];
}

async function compareAll(clinic: Clinic, histories: readonly History[]): Promise<string[]> {
  const rows = await readRows(
    clinic.location,
    histories.map(({ name }) => name),
  );
  return histories.flatMap((history) => {
    const own = rows.get(history.name);
    const wrong = own ? compare(history, own, clinic) : [];
    return [...history.findings, ...wrong].map((finding) => `${history.name}: ${finding}`);
  });
}

const EXPIRED = '2026-01-01T00:00:00.000Z';

/** Ends the time of referrals that wait, and returns how many waited. */
async function makeDue(location: DataLocation, histories: readonly History[]): Promise<number> {
  const isWaiting = `expires_at is not null
    and last_name in (${quote(histories.map(({ name }) => name))})`;
  await changeRows(location, `update referrals set expires_at = '${EXPIRED}' where ${isWaiting}`);
  const due = await withRows(location, (select) =>
    select(`select id from referrals where expires_at = '${EXPIRED}'`),
  );
  return due.length;
}

async function compareExpired(location: DataLocation): Promise<string[]> {
  const due = await withRows(location, (select) =>
    select(`select id from referrals where expires_at = '${EXPIRED}'`),
  );
  return due.map(({ id }) => `referral ${id} has not expired`);
}

/** How often each move was made. */
function countMoves(location: DataLocation): Promise<ReadonlyMap<string, number>> {
  return withRows(location, async (select) => {
    const rows = await select(`select action, count(*) as count from audit
      where object = 'referral' and result = 'ok' group by action`);
    return new Map(rows.map(({ action, count }) => [String(action), Number(count)]));
  });
}
