import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import type { DatabaseRun } from '../both-databases.ts';
import { changeRows, withRows } from '../crash/compare/rows.ts';
import { type Clinic, startClinic } from '../referrals/clinic.ts';
import { type Calendar, openCalendar } from './calendar.ts';
import { type Counts, newVisit, type Visit, visit } from './visits.ts';

/** Visits at work at once. */
const AT_ONCE = 12;

/** A node is killed after so many attempts, or after so many milliseconds. */
const MIN_ATTEMPTS = 50;
const MAX_ATTEMPTS = 400;
const LONGEST = 5_000;

interface Run extends Omit<DatabaseRun, 'name'> {
  readonly wanted: number;
}

/** Books until so many times were wanted; after each kill the rows are compared. */
export async function runBookings({ location, wanted, random, log }: Run) {
  const clinic = await startClinic(location, {});
  const counts: Counts = { attempts: 0, booked: 0, taken: 0, moved: 0, cancelled: 0, 'cut off': 0 };
  const findings = new Set<string>();
  let visits = 0;
  let kills = 0;
  try {
    const calendar = await openCalendar(clinic);
    while (counts.attempts < wanted) {
      const round = await runRound({ clinic, calendar, counts, random, first: visits });
      visits += round.length;
      kills += 1;
      for (const finding of await compare(location, round)) findings.add(finding);
      await freeTimes(location);
      if (kills % 10 === 0) log(`${counts.attempts} attempts, ${kills} kills`);
    }
    return { counts: { ...counts, visits, kills }, findings: [...findings] };
  } finally {
    await clinic.end();
  }
}

interface Round {
  readonly clinic: Clinic;
  readonly calendar: Calendar;
  readonly counts: Counts;
  readonly random: Random;
  /** The number of its first visit. */
  readonly first: number;
}

/** Works until a node was killed and runs again; returns the visits. */
async function runRound({ clinic, calendar, counts, random, first }: Round): Promise<Visit[]> {
  const visits: Visit[] = [];
  const limit = counts.attempts + random.between(MIN_ATTEMPTS, MAX_ATTEMPTS);
  const enough = Promise.withResolvers<void>();
  let isOver = false;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const visitor = newVisit(first + visits.length, randomFrom(random.below(2 ** 32)));
      visits.push(visitor);
      await visit({ clinic, calendar, counts, isOver: () => isOver }, visitor);
      if (counts.attempts >= limit) enough.resolve();
    }
  });
  await Promise.race([pause(LONGEST), enough.promise]);
  const victims = random.chance(0.2) ? clinic.nodes : [random.pick(clinic.nodes)];
  // Work continues at another node.
  isOver = victims.length === clinic.nodes.length;
  await Promise.all(victims.map((node) => clinic.kill(node)));
  if (isOver) await Promise.all(workers);
  for (const node of victims) await clinic.restart(node);
  isOver = true;
  await Promise.all(workers);
  await clinic.renew();
  return visits;
}

interface Appointment {
  readonly name: string;
  readonly status: string;
  readonly starts_at: string;
}

/** Returns one sentence for each mismatch. */
const compare = (location: DataLocation, visits: readonly Visit[]): Promise<string[]> =>
  withRows(location, async (select) => {
    const both = await select(`select one.name, other.name as other, one.starts_at
      from appointments as one join appointments as other on one.device_id = other.device_id
        and one.id < other.id and one.starts_at < other.ends_at and other.starts_at < one.ends_at
      where one.status in ('held', 'booked', 'arrived') and other.status in ('held', 'booked', 'arrived')`);
    const names = visits.map(({ name }) => `'${turned(name)}', '${name}'`).join(', ');
    const rows = (await select(
      `select name, status, starts_at from appointments where name in (${names})`,
    )) as unknown as readonly Appointment[];
    const byName = Map.groupBy(rows, ({ name }) => name);
    return [
      ...both.map(({ name, other, starts_at }) => `${name} and ${other} have ${starts_at}`),
      ...visits.flatMap((each) =>
        compareVisit(each, byName.get(each.name) ?? byName.get(turned(each.name)) ?? []),
      ),
    ];
  });

/** Else the times of calls that were cut off would stay taken. */
const freeTimes = (location: DataLocation): Promise<void> =>
  changeRows(location, "update appointments set status = 'cancelled' where status = 'booked'");

/** A record of a patient has the names in the other order. */
const turned = (name: string): string => name.split(' ').toReversed().join(' ');

function compareVisit({ name, time, findings }: Visit, rows: readonly Appointment[]): string[] {
  const booked = rows.filter(({ status }) => status === 'booked');
  const found = booked[0]?.starts_at ?? null;
  const wrong = [...findings];
  if (booked.length > 1) wrong.push(`${booked.length} appointments`);
  if (!time.possible.has(found))
    wrong.push(`the time is ${found} instead of ${[...time.possible].join(' or ')}`);
  return wrong.map((finding) => `${name}: ${finding}`);
}
