import { someReservation } from '@deqiq/testkit/http/booking.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { type Clinic, type Role, send } from '../referrals/clinic.ts';
import { Register } from '../referrals/history.ts';
import type { Calendar } from './calendar.ts';

const PATH = '/api/misc/booking';

/** Times that a visitor tries before giving up, and changes of a booking. */
const TRIES = 4;
const CHANGES = 3;

/** Part of the visits that staff book for a patient. */
const BY_STAFF = 0.2;

/** One patient who wants one time. */
export interface Visit {
  readonly name: string;
  readonly random: Random;
  /** The time of the appointment; null: none. */
  readonly time: Register<string | null>;
  /** Answers that no client may get. */
  readonly findings: string[];
}

/** How often a time was wanted, and what came of it. */
export type Counts = Record<
  'attempts' | 'booked' | 'taken' | 'moved' | 'cancelled' | 'cut off',
  number
>;

export interface Scope {
  readonly clinic: Clinic;
  readonly calendar: Calendar;
  readonly counts: Counts;
  readonly isOver: () => boolean;
}

export function newVisit(number: number, random: Random): Visit {
  const time = new Register<string | null>();
  time.begin(null)('acknowledged');
  return { name: `Vizit ${number}`, random, time, findings: [] };
}

/** Wants a time, moves it and cancels it, until the work is over. */
export async function visit(scope: Scope, visitor: Visit): Promise<void> {
  const way = visitor.random.chance(BY_STAFF)
    ? await byStaff(scope, visitor)
    : await online(scope, visitor);
  if (!way || !(await bookOne(scope, visitor, way))) return;
  for (let change = 0; change < CHANGES && !scope.isOver(); change += 1)
    if (!(await changeBooking(scope, visitor, way))) return;
}

/** The calls of one who books. */
interface Way {
  book(startsAt: string): Promise<Reply | undefined>;
  move(startsAt: string): Promise<Reply | undefined>;
  cancel(): Promise<Reply | undefined>;
}

async function online({ clinic, calendar }: Scope, visitor: Visit): Promise<Way | undefined> {
  const { name, random } = visitor;
  const call = (role: Role, ...request: Parameters<typeof send>[3]) =>
    send(clinic, random, role, request);
  const form = someReservation({
    fullName: name,
    phone: `+9945${String(10_000_000 + random.below(90_000_000))}`,
  });
  const reserved = await call('visitor', 'POST', '/api/misc/reservation-application', form);
  if (!accepts(visitor, 'reserve', reserved, [200])) return undefined;
  const { booking } = reserved.body as unknown as { booking: string };
  return {
    book: (startsAt) => call('visitor', 'POST', PATH, { booking, kind: calendar.kind, startsAt }),
    move: (startsAt) => call('visitor', 'POST', `${PATH}/${booking}/move`, { startsAt }),
    cancel: () => call('visitor', 'POST', `${PATH}/${booking}/cancel`),
  };
}

async function byStaff({ clinic, calendar }: Scope, visitor: Visit): Promise<Way | undefined> {
  const { name, random } = visitor;
  const call = (...request: Parameters<typeof send>[3]) => send(clinic, random, 'admin', request);
  const [lastName = '', firstName = ''] = name.split(' ');
  const created = await call('POST', '/api/admin/patients', { firstName, lastName });
  if (!accepts(visitor, 'patient', created, [200])) return undefined;
  const { _id: patient } = created.body.patient as { _id: string };
  let path = '';
  const toTime = (startsAt: string) => ({
    kind: calendar.kind,
    device: random.pick(clinic.machines),
    startsAt,
  });
  return {
    async book(startsAt) {
      const reply = await call('POST', '/api/admin/appointments', { patient, ...toTime(startsAt) });
      if (reply?.status === 200)
        path = `/api/admin/appointments/${(reply.body.appointment as { _id: string })._id}`;
      return reply;
    },
    move: (startsAt) => call('PUT', path, toTime(startsAt)),
    cancel: () => call('DELETE', path),
  };
}

/** Whether the answer is a success. An answer that no client may get is a finding. */
function accepts(
  { findings }: Visit,
  about: string,
  reply: Reply | undefined,
  statuses: readonly number[],
): reply is Reply {
  if (reply && !statuses.includes(reply.status))
    findings.push(`${about}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`);
  return reply?.status === 200;
}

/** Sends a write of the time; returns whether it was acknowledged, and undefined where it was cut off. */
async function write(
  { counts }: Scope,
  visitor: Visit,
  { about, time, call }: { about: string; time: string | null; call: Promise<Reply | undefined> },
): Promise<boolean | undefined> {
  const end = visitor.time.begin(time);
  const reply = await call;
  end(reply === undefined ? 'cut-off' : reply.status === 200 ? 'acknowledged' : 'refused');
  if (reply === undefined) counts['cut off'] += 1;
  else if (reply.status === 409) counts.taken += 1;
  accepts(visitor, about, reply, [200, 409]);
  return reply && reply.status === 200;
}

async function bookOne(scope: Scope, visitor: Visit, way: Way): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES && !scope.isOver(); attempt += 1) {
    const time = visitor.random.pick(scope.calendar.times);
    scope.counts.attempts += 1;
    const done = await write(scope, visitor, { about: 'book', time, call: way.book(time) });
    if (done) scope.counts.booked += 1;
    if (done !== false) return done === true;
  }
  return false;
}

/** Returns whether there is a booking to change again. */
async function changeBooking(scope: Scope, visitor: Visit, way: Way): Promise<boolean> {
  if (visitor.random.chance(0.5)) {
    const done = await write(scope, visitor, { about: 'cancel', time: null, call: way.cancel() });
    if (done) scope.counts.cancelled += 1;
    return false;
  }
  const time = visitor.random.pick(scope.calendar.times);
  scope.counts.attempts += 1;
  const done = await write(scope, visitor, { about: 'move', time, call: way.move(time) });
  if (done) scope.counts.moved += 1;
  return done !== undefined;
}
