import type { OwnPaymentList } from '@deqiq/contract/office/payments.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { PASSWORD } from './small-writes.ts';
import type { Person, Workload } from './workload.ts';

/** The points of a partner, and the number of its payments in each state. */
export interface Figures {
  readonly balance: number;
  readonly pending: number;
  readonly completed: number;
  readonly rejected: number;
}

export const NONE: Figures = { balance: 0, pending: 0, completed: 0, rejected: 0 };

/** The figures in the form in which they are stored and compared. */
export const formatFigures = (figures: Figures): string => JSON.stringify(figures);

/** Books points, orders gifts and settles payments of one partner, until the server exits. */
export async function runPointWrites(workload: Workload, person: Person): Promise<void> {
  const { random, staff } = workload;
  const login = { email: person.email, password: PASSWORD };
  const partner = await new ApiClient(staff.port).signIn('partner', login);
  const pending = await pendingOf(partner);
  while (!workload.isOver()) {
    const now = currentFigures(workload, person);
    const chance = random.next();
    if (now.balance < 1 || chance < 0.2)
      await addPoints(workload, person, now, 1 + random.below(5));
    else if (chance < 0.6) pending.push(await askForGift(workload, person, now, partner));
    else {
      const payment = pending.shift();
      if (payment) await settle(workload, person, now, payment);
    }
  }
}

/** The acknowledged figures of a partner. */
export const currentFigures = ({ expected }: Workload, { id }: Person): Figures =>
  JSON.parse(expected.points.get(id)?.now ?? formatFigures(NONE)) as Figures;

/** Books points as staff. */
export async function addPoints(workload: Workload, { id }: Person, now: Figures, by: number) {
  const acknowledge = noted(workload, id, { ...now, balance: now.balance + by });
  const body = { balance: by, action: 'add' };
  await workload.staff.call('PATCH', `/api/admin/partner-stats/balance/${id}`, body);
  acknowledge();
}

/** Orders a gift for one point; returns the id of the payment. */
export async function askForGift(
  workload: Workload,
  { id }: Person,
  now: Figures,
  partner: ApiClient,
) {
  const acknowledge = noted(workload, id, {
    ...now,
    balance: now.balance - 1,
    pending: now.pending + 1,
  });
  const { payment } = await partner.call<{ payment: { _id: string } }>(
    'POST',
    '/api/partner/misc/demand-payment',
    { gift: 'pen' },
  );
  acknowledge();
  return payment._id;
}

async function settle(workload: Workload, { id }: Person, now: Figures, payment: string) {
  const isConfirmed = workload.random.chance(0.5);
  const pending = now.pending - 1;
  const after = isConfirmed
    ? { ...now, pending, completed: now.completed + 1 }
    : { ...now, pending, rejected: now.rejected + 1, balance: now.balance + 1 };
  const acknowledge = noted(workload, id, after);
  await workload.staff.call(
    'PATCH',
    `/api/admin/payments/${isConfirmed ? 'confirm' : 'reject'}/${payment}`,
  );
  acknowledge();
}

const noted = ({ expected }: Workload, id: string, after: Figures) =>
  expected.begin(expected.points, id, formatFigures(after), 'points');

async function pendingOf(partner: ApiClient): Promise<string[]> {
  const path = '/api/partner/misc/payments?limit=100';
  const { payments } = await partner.call<OwnPaymentList>('GET', path);
  return payments.filter(({ status }) => status === 'pending').map(({ _id }) => _id);
}
