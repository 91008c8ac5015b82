import type { ReferralMover, ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { Clinic } from './clinic.ts';

/** A write of a field, as a client sees it. Times are ticks of the register. */
interface Write<Value> {
  readonly value: Value;
  readonly sent: number;
  /** When it was acknowledged, or cut off. */
  ended: number;
  outcome: 'open' | 'acknowledged' | 'cut-off' | 'refused';
}

/** A field with concurrent writers: which values it may have now. */
export class Register<Value> {
  #tick = 0;
  #writes: Write<Value>[] = [];

  /** Call the result when the write has ended; `value` replaces one that only the server knows. */
  begin(value: Value): (outcome: Exclude<Write<Value>['outcome'], 'open'>) => void {
    this.#tick += 1;
    const write: Write<Value> = {
      value,
      sent: this.#tick,
      ended: Number.POSITIVE_INFINITY,
      outcome: 'open',
    };
    this.#writes.push(write);
    return (outcome) => {
      this.#tick += 1;
      write.ended = this.#tick;
      write.outcome = outcome;
    };
  }

  /** The values of all writes that no acknowledged one has overwritten. */
  get possible(): ReadonlySet<Value> {
    const written = this.#writes.filter(({ outcome }) => outcome !== 'refused');
    const acknowledged = written.filter(({ outcome }) => outcome === 'acknowledged');
    const isOverwritten = ({ ended }: Write<Value>) =>
      acknowledged.some(({ sent }) => sent > ended);
    return new Set(written.filter((write) => !isOverwritten(write)).map(({ value }) => value));
  }
}

/** A row of a history, as answers contain it. */
export interface Step {
  readonly state: ReferralState;
  readonly by: ReferralMover;
  readonly at: string;
}

/** How often a call was acknowledged, and how often it was cut off: then it may have been done or not. */
export interface Count {
  done: number;
  cutOff: number;
}

/** `none`: no patient; `new`: a record made with the acceptance; else the family of a record. */
export type Family = 'none' | 'new' | number;

/** One referral: what is done to it, and what its clients know. */
export interface History {
  readonly name: string;
  readonly random: Random;
  remaining: number;
  referral: string | undefined;
  checkup: string | undefined;
  appointment: string | undefined;
  /** The longest history in any answer; every other one must begin like it. */
  longest: readonly Step[];
  /** By move and author. */
  readonly moves: Map<string, Count>;
  readonly questions: Register<string>;
  readonly patients: Register<Family>;
  /** Acknowledged X-rays, also removed ones. */
  readonly xrays: Set<string>;
  /** Acknowledged signed reports, also withdrawn ones. */
  readonly reports: Set<string>;
  /** Acknowledged deletions that were not restored. */
  deletions: number;
  readonly findings: string[];
}

export const newHistory = (number: number, random: Random): History => {
  const patients = new Register<Family>();
  patients.begin('none')('acknowledged');
  return {
    name: `Tarix${number}`,
    random,
    remaining: 3 + random.below(8),
    referral: undefined,
    checkup: undefined,
    appointment: undefined,
    longest: [],
    moves: new Map(),
    questions: new Register(),
    patients,
    xrays: new Set(),
    reports: new Set(),
    deletions: 0,
    findings: [],
  };
};

/** The last state that a client knows. */
export const stateOf = ({ longest }: History): ReferralState => longest.at(-1)?.state ?? 'sent';

/** Takes the history of an answer; one that contradicts an earlier answer is a finding. */
export function learn(history: History, about: string, steps: readonly Step[]): void {
  const { longest } = history;
  const shorter = steps.length < longest.length ? steps : longest;
  const longer = shorter === steps ? longest : steps;
  if (!beginsWith(longer, shorter))
    history.findings.push(
      `${about}: an answer contradicts an earlier one: ${format(steps)}, before ${format(longest)}`,
    );
  history.longest = longer;
}

export const beginsWith = (all: readonly Step[], beginning: readonly Step[]): boolean =>
  all.length >= beginning.length &&
  beginning.every(({ state, by, at }, index) => {
    const other = all[index];
    return other?.state === state && other.by === by && other.at === at;
  });

export const format = (steps: readonly Step[]): string =>
  steps.map(({ state, by }) => `${state} by ${by}`).join(', ');

export function count(history: History, key: string, outcome: keyof Count): void {
  const counted = history.moves.get(key) ?? { done: 0, cutOff: 0 };
  counted[outcome] += 1;
  history.moves.set(key, counted);
}

/** Something that a person does to a referral. */
export interface Operation {
  readonly name: string;
  /** Statuses without a finding. A 409 of `moves` also needs a state that does not allow it. */
  readonly statuses: readonly number[];
  /** A key of the moves, for counting rows of the audit. */
  readonly counted?: string;
  /** Whether a state allows it, by the table. */
  readonly allows: (state: ReferralState) => boolean;
  /** Whether it is about the referral itself: then an answer and a refusal contain it. */
  readonly isAnswered: boolean;
  /** Whether the time may be taken: that refusal is not about the state, and contains no referral. */
  readonly mayBeTaken?: boolean;
  /** Whether there is something to do it to; by default always. */
  readonly isPossible?: (history: History) => boolean;
  readonly weight?: number;
  /** undefined where the node was killed meanwhile. */
  call(clinic: Clinic, history: History): Promise<Reply | undefined>;
}
