import {
  findReferralMove,
  type ReferralMoveName,
  type ReferralMover,
} from '@deqiq/contract/referrals/referral-states.ts';
import { MINUTE } from '@deqiq/contract/shared/time/durations.ts';
import { toDay } from '../../../server/src/platform/time.ts';
import { send } from './clinic.ts';
import { attach, removeXray, restore } from './examination.ts';
import type { History, Operation } from './history.ts';
import { assign, hasCheckup, mergeOrSeparate, setPatient, toOutcome } from './patients.ts';
import { refer } from './referring.ts';
import { hasReport, signReport, withdrawReport } from './reports.ts';

const hasXray = ({ xrays }: History): boolean => xrays.size > 0;
const hasDeletion = ({ deletions }: History): boolean => deletions > 0;

const REASON = { reason: 'Səhvən yazılıb' };

/** Paths of moves, which have the names of the table elsewhere. */
const paths = { miss: 'missed' } as Readonly<Record<string, string>>;

const move = (
  name: ReferralMoveName,
  by: Exclude<ReferralMover, 'system'>,
  { weight = 1, body = REASON }: { weight?: number; body?: object } = {},
): Operation => ({
  name: `${name} by ${by}`,
  counted: `${name} ${by}`,
  statuses: [200, 409],
  isAnswered: true,
  weight,
  allows: (state) => findReferralMove(name, state, by) !== undefined,
  call: (clinic, { referral, random }) => {
    const role = by === 'staff' ? 'admin' : 'partner';
    const path = `/api/${role}/referrals/${referral}/${paths[name] ?? name}`;
    return send(clinic, random, role, ['POST', path, body]);
  },
});

/**
 * With a new record, or with one of a patient who was there before. A transcribed picture may have a patient already, whom
 * it keeps where none is given.
 */
const accept: Operation = {
  ...move('accept', 'staff'),
  weight: 6,
  call(clinic, history) {
    const { random, referral, checkup } = history;
    const family =
      checkup === undefined && random.chance(0.5) ? 'new' : random.below(clinic.families.length);
    const patient = family === 'new' ? '' : random.pick(clinic.families[family] ?? []);
    const path = `/api/admin/referrals/${referral}/accept`;
    const reply = send(clinic, random, 'admin', ['POST', path, { patient }]);
    return setPatient(history, family, reply);
  },
};

/** Nine o'clock in Baku, today: arrived and missed are taken back on the day of the appointment. */
const FIRST_TIME = Date.parse(`${toDay(Date.now())}T05:00:00Z`);

/** Times of few, so that referrals want the same one. */
const TIMES = 40;
const MINUTES = 30;

/** At a machine, for the first time or another one. */
const book: Operation = {
  ...move('book', 'staff'),
  weight: 3,
  mayBeTaken: true,
  call(clinic, { referral, random }) {
    const startsAt = new Date(FIRST_TIME + (random.below(TIMES) * MINUTES * MINUTE) / 2);
    const body = { device: random.pick(clinic.machines), startsAt, minutes: MINUTES };
    return send(clinic, random, 'admin', ['POST', `/api/admin/referrals/${referral}/book`, body]);
  },
};

/** Deletes the last appointment that a client has seen. */
const unbook: Operation = {
  name: 'delete the appointment',
  counted: 'unbook staff',
  statuses: [200, 404, 409],
  isAnswered: false,
  isPossible: ({ appointment }) => appointment !== undefined,
  allows: (state) => state === 'booked',
  call: (clinic, { appointment, random }) =>
    send(clinic, random, 'admin', ['DELETE', `/api/admin/appointments/${appointment}`]),
};

/** The time may be taken by now. */
const undo: Operation = {
  name: 'take arrived or missed back',
  counted: 'undo staff',
  statuses: [200, 404, 409],
  isAnswered: false,
  isPossible: ({ appointment }) => appointment !== undefined,
  allows: (state) => findReferralMove('undo', state, 'staff') !== undefined,
  weight: 2,
  call: (clinic, { appointment, random }) =>
    send(clinic, random, 'admin', ['POST', `/api/admin/appointments/${appointment}/undo`]),
};

const edit: Operation = {
  name: 'edit by partner',
  counted: 'change partner',
  statuses: [200, 409],
  isAnswered: true,
  allows: (state) => state === 'sent',
  async call(clinic, history) {
    const { random, referral } = history;
    const question = `Sual ${random.below(2 ** 32)}`;
    const end = history.questions.begin(question);
    const body = refer(history, question);
    const path = `/api/partner/referrals/${referral}`;
    const reply = await send(clinic, random, 'partner', ['PUT', path, body]);
    end(toOutcome(reply));
    return reply;
  },
};

const onExamination = {
  statuses: [200, 404],
  isAnswered: false,
  isPossible: hasCheckup,
  allows: () => true,
} as const;

const remove: Operation['call'] = (clinic, { checkup, random }) =>
  send(clinic, random, 'admin', ['DELETE', `/api/admin/checkups/${checkup}`]);

/** Counts what can be restored. */
const counting =
  (call: Operation['call'], change: number): Operation['call'] =>
  async (clinic, history) => {
    const reply = await call(clinic, history);
    if (reply?.status === 200) history.deletions += change;
    return reply;
  };

const read = (role: 'admin' | 'partner'): Operation => ({
  name: `read by ${role}`,
  statuses: [200],
  isAnswered: true,
  allows: () => true,
  call: (clinic, { referral, random }) =>
    send(clinic, random, role, ['GET', `/api/${role}/referrals/${referral}`]),
});

export const operations: readonly Operation[] = [
  accept,
  move('decline', 'staff'),
  move('cancel', 'staff'),
  move('cancel', 'partner', { body: {} }),
  move('arrive', 'staff', { weight: 3 }),
  book,
  unbook,
  move('miss', 'staff'),
  undo,
  edit,
  assign,
  mergeOrSeparate('merge'),
  mergeOrSeparate('unmerge'),
  { ...onExamination, name: 'attach an X-ray', weight: 3, call: attach },
  {
    ...onExamination,
    name: 'remove an X-ray',
    isPossible: hasXray,
    weight: 3,
    call: counting(removeXray, 1),
  },
  { ...onExamination, name: 'delete the examination', call: counting(remove, 1) },
  {
    ...onExamination,
    name: 'restore',
    statuses: [200, 404, 409],
    isPossible: hasDeletion,
    weight: 5,
    call: counting(restore, -1),
  },
  {
    ...onExamination,
    name: 'sign a report',
    statuses: [200, 404, 409],
    allows: (state) => state === 'examined',
    weight: 2,
    call: signReport,
  },
  {
    ...onExamination,
    name: 'withdraw a report',
    statuses: [200, 404, 409],
    isPossible: hasReport,
    allows: (state) => state === 'reported',
    weight: 2,
    call: withdrawReport,
  },
  read('admin'),
  read('partner'),
];
