import type { Reply } from '@deqiq/testkit/http/replies.ts';
import type { Clinic } from './clinic.ts';
import { count, type History, learn, type Operation, type Step, stateOf } from './history.ts';
import { operations } from './operations.ts';
import { create } from './referring.ts';

/** Part of the steps that several clients do at once, and part of the operations that the state should allow. */
const CONCURRENT = 0.3;
const SENSIBLE = 0.8;

/** Statuses of pictures without a free decoder, or without memory for one more form. */
const BUSY: readonly number[] = [429, 503];

interface AnsweredReferral {
  readonly _id: string;
  readonly checkup: string | null;
  readonly appointment: { readonly _id: string } | null;
  readonly history: readonly Step[];
}

/** Acknowledged, refused and cut off calls, by operation. */
export type Tally = Map<string, { done: number; refused: number; cutOff: number }>;

/** Continues a history until it ends or its work is over. */
export async function work(
  clinic: Clinic,
  history: History,
  { isOver, tally }: { isOver: () => boolean; tally: Tally },
): Promise<void> {
  if (history.referral === undefined) await begin(clinic, history, tally);
  while (!isOver() && history.remaining > 0) {
    history.remaining -= 1;
    const { random } = history;
    const together = random.chance(CONCURRENT) ? 2 + random.below(2) : 1;
    const selected = Array.from({ length: together }, () => choose(history));
    await Promise.all(selected.map((operation) => perform(clinic, history, operation, tally)));
  }
}

async function begin(clinic: Clinic, history: History, tally: Tally): Promise<void> {
  const reply = await create(clinic, history);
  note(tally, 'create', reply);
  if (reply?.status === 200) {
    take(history, 'create', reply.body.referral as AnsweredReferral);
    return;
  }
  // Its id is not in an answer: it is compared by name only.
  history.remaining = 0;
  if (reply && !BUSY.includes(reply.status))
    history.findings.push(`create: ${reply.status} ${JSON.stringify(reply.body)}`);
}

function choose(history: History): Operation {
  const { random } = history;
  const possible = operations.filter(({ isPossible }) => isPossible?.(history) ?? true);
  const sensible = possible.filter(({ allows }) => allows(stateOf(history)));
  const list = random.chance(SENSIBLE) ? sensible : possible;
  return random.pick(list.flatMap((each) => Array<Operation>(each.weight ?? 1).fill(each)));
}

async function perform(
  clinic: Clinic,
  history: History,
  operation: Operation,
  tally: Tally,
): Promise<void> {
  const { name, counted, statuses, isAnswered } = operation;
  const firstState = Math.max(0, history.longest.length - 1);
  const reply = await operation.call(clinic, history);
  note(tally, name, reply);
  if (reply === undefined) {
    if (counted) count(history, counted, 'cutOff');
    return;
  }
  const { status, body } = reply;
  const about = `${name}, ${status}`;
  if (!statuses.includes(status)) {
    history.findings.push(`${about}: ${JSON.stringify(body).slice(0, 300)}`);
    return;
  }
  if (counted && status === 200) count(history, counted, 'done');
  if (!isAnswered) return;
  const referral = body.referral as AnsweredReferral | undefined;
  if (!referral) {
    if (status !== 409 || !operation.mayBeTaken)
      history.findings.push(`${about}: without the present referral`);
  } else {
    take(history, about, referral);
    const states = referral.history.slice(firstState).map(({ state }) => state);
    if (status === 409 && states.every(operation.allows))
      history.findings.push(`${about}: refused, although ${states.join(', ')} allow it`);
  }
}

function take(history: History, about: string, referral: AnsweredReferral): void {
  history.referral ??= referral._id;
  history.checkup ??= referral.checkup ?? undefined;
  history.appointment = referral.appointment?._id ?? history.appointment;
  learn(history, about, referral.history);
}

function note(tally: Tally, name: string, reply: Reply | undefined): void {
  const counts = tally.get(name) ?? { done: 0, refused: 0, cutOff: 0 };
  counts[reply === undefined ? 'cutOff' : reply.status === 200 ? 'done' : 'refused'] += 1;
  tally.set(name, counts);
}
