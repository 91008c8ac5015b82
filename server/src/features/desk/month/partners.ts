import type { Month } from '@deqiq/contract/desk/month.ts';
import { toManat } from '@deqiq/contract/shared/money.ts';
import { startOfDay } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { iso } from '../../../platform/time.ts';
import type { Facts } from './facts.ts';
import * as repo from './month.repo.ts';
import { mapPeriods, type Periods } from './periods.ts';

/** Only who sent so much in as many days of the month before can be silent. */
const MIN_BEFORE_SILENCE = 4;

/** Counts of a partner. */
interface Sent {
  examinations: number;
  referrals: number;
  /** In qəpik. */
  income: number;
}

/** Partners of any of the periods, those with most examinations first. `now`: in milliseconds. */
export async function comparePartners(
  db: Db,
  facts: Periods<Facts>,
  now: number,
): Promise<Month['partners']> {
  const sentInSameDays = await countSentInSameDays(db, facts, now);
  const counts = mapPeriods(facts, countByPartner);
  const ids = new Set(Object.values(counts).flatMap((each) => [...each.keys()]));
  const compare = (id: string, read: (sent: Sent) => number) =>
    mapPeriods(counts, (each) => {
      const sent = each.get(id);
      return sent ? read(sent) : 0;
    });
  const partners = (await repo.listPartners(db, [...ids])).map((row) => {
    const examinations = compare(row.id, (sent) => sent.examinations);
    const referrals = compare(row.id, (sent) => sent.referrals);
    const sent = examinations.count + referrals.count;
    const sentBefore = sentInSameDays.get(row.id) ?? 0;
    return {
      partner: presentPartner(row),
      examinations,
      referrals,
      income: compare(row.id, ({ income }) => toManat(income)),
      typedPatients: row.sended_patients_count,
      isSilent: sentBefore >= MIN_BEFORE_SILENCE && sent * 2 <= sentBefore,
    };
  });
  return partners.toSorted(
    (one, other) =>
      other.examinations.count - one.examinations.count ||
      other.referrals.count - one.referrals.count ||
      other.examinations.before - one.examinations.before,
  );
}

/** Examinations and referrals by partner in the period before, in as many days as are over of this one. */
async function countSentInSameDays(
  db: Db,
  { count, before }: Periods<Facts>,
  now: number,
): Promise<Map<string, number>> {
  const length = ({ from, days }: Facts) =>
    toMilliseconds(from.add({ days: days.length })) - toMilliseconds(from);
  const elapsed = Math.max(0, now - toMilliseconds(count.from));
  const end = toMilliseconds(before.from) + Math.min(elapsed, length(count), length(before));
  const span = { from: startOfDay(before.from), before: iso(end), partner: undefined };
  const sent = new Map<string, number>();
  const add = (id: string, more: number) => sent.set(id, (sent.get(id) ?? 0) + more);
  for (const { partner_id, ready_at } of before.results)
    if (ready_at < span.before) add(partner_id, 1);
  for (const { partner_id, count: more } of await repo.countReferrals(db, span))
    add(partner_id, Number(more));
  return sent;
}

const toMilliseconds = (day: Temporal.PlainDate): number => Date.parse(startOfDay(day));

function countByPartner({ results, referrals, appointments }: Facts): Map<string, Sent> {
  const counts = new Map<string, Sent>();
  const of = (id: string): Sent => {
    const sent = counts.get(id) ?? { examinations: 0, referrals: 0, income: 0 };
    counts.set(id, sent);
    return sent;
  };
  for (const { partner_id } of results) of(partner_id).examinations += 1;
  for (const { partner_id, count } of referrals) of(partner_id).referrals += Number(count);
  for (const { partner_id, status, price } of appointments)
    if (partner_id !== null && status === 'arrived') of(partner_id).income += Number(price);
  return counts;
}

type Row = Awaited<ReturnType<typeof repo.listPartners>>[number];

const presentPartner = ({ id, first_name, last_name, deleted_at }: Row) => ({
  _id: id,
  firstName: first_name,
  lastName: last_name,
  ...(deleted_at !== null && { deleted: true as const }),
});
