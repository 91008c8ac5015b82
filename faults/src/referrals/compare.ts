import {
  findReferralMove,
  type ReferralMoveName,
  type ReferralState,
  referralStates,
} from '@deqiq/contract/referrals/referral-states.ts';
import type { Clinic } from './clinic.ts';
import { beginsWith, type Family, format, type History } from './history.ts';
import type { AuditRow, HistoryRow, ReferralRow, Rows } from './rows.ts';

/** States whose examination exists, and of them those without an X-ray. */
const withExamination: readonly ReferralState[] = [
  'accepted',
  'booked',
  'arrived',
  'missed',
  'examined',
  'reported',
];
const withoutXray: readonly ReferralState[] = ['accepted', 'booked', 'arrived'];

/** Messages to the partner by state. */
const announced: Readonly<Partial<Record<ReferralState, string>>> = {
  accepted: 'referral-accepted',
  declined: 'referral-declined',
  missed: 'referral-missed',
};

const moverOf = { admin: 'staff', partner: 'partner' } as const;

/** Compares a history with its rows. Returns one sentence for each mismatch. */
export function compare(history: History, rows: Rows, clinic: Clinic): string[] {
  const [referral, ...more] = rows.referrals;
  if (!referral) return history.referral ? ['the acknowledged referral is gone'] : [];
  if (more.length > 0) return [`${more.length + 1} referrals instead of one`];
  return [
    ...comparePath(rows, referral),
    ...compareAcknowledged(history, rows, referral),
    ...compareExamination(rows, referral),
    ...compareReports(history, rows, referral),
    ...comparePatient(history, rows, referral, clinic),
    ...compareAppointments(rows, referral),
    ...compareMessages(rows),
  ].map((finding) => `${finding} (${format(rows.steps)}; now ${referral.status})`);
}

/** The state is the end of a path in the table, and each step has its row of the audit. */
function comparePath({ steps, audit }: Rows, { status }: ReferralRow): string[] {
  const wrong: string[] = [];
  if (!referralStates.includes(status)) wrong.push(`${status} is no state`);
  if (steps.at(-1)?.state !== status) wrong.push('the history ends with another state');
  if (steps[0]?.state !== 'sent') wrong.push('the history does not begin with sent');
  // Rows of the audit have no order across nodes whose clocks differ.
  const moves = audit.filter(({ action }) => action !== 'change');
  if (moves.length !== steps.length)
    wrong.push(`${moves.length} rows of the audit for ${steps.length} of the history`);
  for (const index of steps.keys()) {
    const row = moves.findIndex((move) => explains(move, steps, index));
    if (row >= 0) moves.splice(row, 1);
    else wrong.push(`no row of the audit explains step ${index + 1}`);
  }
  return wrong;
}

/** Whether a step is a move of the table. */
function explains(
  { action, role }: AuditRow,
  steps: readonly HistoryRow[],
  index: number,
): boolean {
  const before = steps[index - 2];
  const from = steps[index - 1];
  const step = steps[index];
  const by = role === null ? 'system' : moverOf[role];
  if (!step || by !== step.by) return false;
  if (!from) return action === 'create';
  const rule = findReferralMove(action as ReferralMoveName, from.state, by);
  // The time of a booked referral was given away meanwhile.
  if (action === 'restore' && before?.state === 'booked' && step.state === 'accepted') return true;
  return (rule?.to === 'previous' ? before?.state : rule?.to) === step.state;
}

/** Everything acknowledged is there, and beside it only calls that were cut off. */
function compareAcknowledged(
  { longest, moves, questions, xrays }: History,
  { steps, audit, files }: Rows,
  { question }: ReferralRow,
): string[] {
  const wrong: string[] = [];
  if (!beginsWith(steps, longest)) wrong.push(`an answer had the history ${format(longest)}`);
  for (const [key, { done, cutOff }] of moves) {
    const [action, by] = key.split(' ');
    const made = audit.filter(
      (row) => row.action === action && row.role !== null && moverOf[row.role] === by,
    ).length;
    if (made < done || made > done + cutOff)
      wrong.push(`${key}: ${done} acknowledged, ${cutOff} cut off, ${made} made`);
  }
  if (!questions.possible.has(question))
    wrong.push(`the question is ${question} instead of ${[...questions.possible].join(' or ')}`);
  const names = new Set(files.map(({ name }) => name));
  for (const name of xrays) if (!names.has(name)) wrong.push(`the X-ray ${name} is gone`);
  return wrong;
}

function compareExamination({ checkup, files }: Rows, { status }: ReferralRow): string[] {
  const hasXray = files.some(({ kind, isDeleted }) => kind === 'xray' && !isDeleted);
  const wrong: string[] = [];
  if (withExamination.includes(status) && checkup?.isDeleted !== false)
    wrong.push('the examination is gone');
  if (withoutXray.includes(status) && hasXray) wrong.push('there is an X-ray');
  if (status === 'examined' && !hasXray) wrong.push('there is no X-ray');
  return wrong;
}

/** Acknowledged reports are there, and a reported referral has one that is not withdrawn. */
function compareReports(
  { reports: acknowledged }: History,
  { reports }: Rows,
  { status }: ReferralRow,
): string[] {
  const ids = new Set(reports.map(({ id }) => id));
  const gone = [...acknowledged].filter((id) => !ids.has(id));
  const wrong = gone.map((id) => `the signed report ${id} is gone`);
  if (status === 'reported' && !reports.some(({ isValid }) => isValid))
    wrong.push('there is no signed report');
  return wrong;
}

/** The patient of referral and examination is the one of an acknowledged call. */
function comparePatient(
  { patients: expected }: History,
  { checkup, patients, steps }: Rows,
  { patient_id, first_name }: ReferralRow,
  { families }: Clinic,
): string[] {
  const wrong: string[] = [];
  if (checkup && checkup.patient_id !== patient_id)
    wrong.push(`the examination has the patient ${checkup.patient_id}, the referral ${patient_id}`);
  const family = families.findIndex((ids) => ids.includes(patient_id ?? ''));
  const found: Family = patient_id === null ? 'none' : family < 0 ? 'new' : family;
  if (!expected.possible.has(found))
    wrong.push(`the patient is ${found} instead of ${[...expected.possible].join(' or ')}`);
  if (found === 'new' && patients.every(({ id }) => id !== patient_id))
    wrong.push(`the patient ${patient_id} is another person`);
  const isAccepted = steps.some(({ state }) => state === 'accepted');
  if (patients.length > (isAccepted ? 1 : 0)) wrong.push(`${patients.length} new patients`);
  for (const record of patients)
    if (record.first_name !== first_name)
      wrong.push(`the new patient has the name ${record.first_name} instead of ${first_name}`);
  return wrong;
}

/** A booked referral has one time at a machine, any other none that waits for the patient. */
function compareAppointments({ appointments }: Rows, { status }: ReferralRow): string[] {
  const booked = appointments.filter((state) => state === 'booked').length;
  return booked === (status === 'booked' ? 1 : 0) ? [] : [`${booked} booked appointments`];
}

/** The partner gets one message for each of these states. */
function compareMessages({ steps, messages }: Rows): string[] {
  const expected = steps.flatMap(({ state }) => announced[state] ?? []);
  const wanted = [...new Set(expected)].toSorted().join(', ');
  const recorded = messages.toSorted().join(', ');
  return recorded === wanted ? [] : [`messages: ${recorded} instead of ${wanted}`];
}
