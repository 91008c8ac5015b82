import { countStatus, formatStatuses, type Reply } from '@deqiq/testkit/http/replies.ts';
import { type Clinic, shuffled, times } from './clinic.ts';

const GIFT = '/api/partner/misc/demand-payment';
const ADDITIONS = 50;

const setPoints = ({ staff, partnerId, done }: Clinic, balance: number) =>
  done(staff('PATCH', balanceOf(partnerId), { balance, action: 'set' }));

const balanceOf = (partnerId: string) => `/api/admin/partner-stats/balance/${partnerId}`;

async function qepik({ db, partnerId }: Clinic): Promise<number> {
  const row = db.selectFrom('partners').select('balance_qepik').where('id', '=', partnerId);
  return (await row.executeTakeFirstOrThrow()).balance_qepik;
}

const rowsOfPayment = ({ db }: Clinic, paymentId: string) =>
  db.selectFrom('ledger').select('reason').where('payment_id', '=', paymentId).execute();

/** Many requests for a balance of one point or slightly more: as many gifts as whole points. */
export async function raceForLastPoint(clinic: Clinic, together: number): Promise<string[]> {
  const { db, random, partnerId, released, partner } = clinic;
  const points = random.pick([1, 1, 1, 1.99, 2.5, 0.99]);
  await setPoints(clinic, points);
  const payments = async () => {
    const rows = db.selectFrom('payments').select((is) => is.fn.countAll<number>().as('count'));
    return (await rows.where('partner_id', '=', partnerId).executeTakeFirstOrThrow()).count;
  };
  const before = Number(await payments());
  const calls = await Promise.all(times(together, () => partner('POST', GIFT)));
  const replies = await released(calls);
  const spent = Math.floor(points);
  const created = Number(await payments()) - before;
  const remaining = await qepik(clinic);
  const right =
    countStatus(replies, 200) === spent &&
    countStatus(replies, 409) === together - spent &&
    created === spent &&
    remaining === Math.round((points - spent) * 100);
  return right
    ? []
    : [
        `${points} points: ${formatStatuses(replies)}, ${created} payments, ${remaining / 100} points remain`,
      ];
}

/** Races confirmations against rejections: exactly one settles the payment, and only a rejection returns the point. */
export async function raceSettlements(clinic: Clinic, together: number): Promise<string[]> {
  const { db, random, released, staff, partner, done } = clinic;
  await setPoints(clinic, 1);
  const { payment } = (await done(partner('POST', GIFT))) as { payment: { _id: string } };
  const verbs = shuffled(
    random,
    times(together, (number) => (number % 2 === 0 ? 'confirm' : 'reject')),
  );
  const calls = verbs.map((verb) => staff('PATCH', `/api/admin/payments/${verb}/${payment._id}`));
  const replies = await released(await Promise.all(calls));
  const winner = verbs[replies.findIndex((reply) => reply.status === 200)];
  const row = db.selectFrom('payments').select('status').where('id', '=', payment._id);
  const { status } = await row.executeTakeFirstOrThrow();
  const booked = (await rowsOfPayment(clinic, payment._id)).map(({ reason }) => reason).toSorted();
  const remaining = await qepik(clinic);
  const rejected = winner === 'reject';
  const right =
    countStatus(replies, 200) === 1 &&
    countStatus(replies, 409) === together - 1 &&
    status === (rejected ? 'rejected' : 'completed') &&
    booked.join() === (rejected ? 'gift,gift-rejected' : 'gift') &&
    remaining === (rejected ? 100 : 0);
  return right
    ? []
    : [
        `${winner} won: ${formatStatuses(replies)}, the payment is ${status}, booked ${booked}, ${remaining} qəpik`,
      ];
}

/** Fifty additions to one balance: all of them count, to the qəpik. */
export async function raceAdditions(clinic: Clinic): Promise<string[]> {
  const { random, released, staff, partnerId } = clinic;
  const start = random.below(10_000) - 5_000;
  await setPoints(clinic, start / 100);
  const amounts = times(ADDITIONS, () => 1 + random.below(10_000));
  const calls = amounts.map((amount) =>
    staff('PATCH', balanceOf(partnerId), { balance: amount / 100, action: 'add' }),
  );
  const replies = await released(await Promise.all(calls));
  const sum = amounts.reduce((all, amount) => all + amount, start);
  const now = await qepik(clinic);
  const balances = new Set(replies.map(balanceIn));
  if (countStatus(replies, 200) === ADDITIONS && now === sum && balances.has(sum / 100)) return [];
  return [`${formatStatuses(replies)}, the balance is ${now} instead of ${sum} qəpik`];
}

const balanceIn = ({ body }: Reply) => (body.partner as { balance?: number } | undefined)?.balance;
