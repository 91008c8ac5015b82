import type { PartnerStats } from '@deqiq/contract/office/partner-stats.ts';
import type { OwnPayment, PaymentList } from '@deqiq/contract/office/payments.ts';
import type { PartnerList } from '@deqiq/contract/people/partners.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { ExpectedState } from '../expected/expected-state.ts';
import { type Figures, formatFigures, NONE } from '../work/points.ts';
import { compareCheckups } from './checkups.ts';
import { comparePictures } from './pictures.ts';
import { compareValues, type Digests, type Findings } from './values.ts';

/**
 * Reads everything acknowledged from a restarted server over HTTP. Requests in flight are settled by what the server
 * contains.
 */
export async function compare(
  staff: ApiClient,
  expected: ExpectedState,
  read: Digests,
): Promise<Findings> {
  const findings: Findings = { lost: [], broken: [] };
  compareValues('partner', expected.partners, await namesOf(staff), findings);
  compareValues('the points of', expected.points, await figuresOf(staff, expected), findings);
  await comparePictures(staff, expected, findings, read);
  await compareCheckups(staff, expected, findings, read);
  await compareUploads(staff, expected, findings);
  expected.endWork();
  return findings;
}

async function namesOf(staff: ApiClient): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await staff.call<PartnerList>('GET', `/api/admin/partners?limit=100&page=${page}`);
    pages = list.pagination.totalPage;
    for (const { email, firstName } of list.partners) names.set(email, firstName);
  }
  return names;
}

async function figuresOf(
  staff: ApiClient,
  { points }: ExpectedState,
): Promise<Map<string, string>> {
  const payments = points.size > 0 ? await paymentsOf(staff) : new Map<string, OwnPayment[]>();
  const figures = new Map<string, string>();
  for (const id of points.keys()) {
    const path = `/api/admin/partner-stats/${id}`;
    const { partner } = await staff.call<{ partner: PartnerStats }>('GET', path);
    const count = (status: OwnPayment['status']) =>
      payments.get(id)?.filter((payment) => payment.status === status).length ?? 0;
    const now: Figures = {
      balance: partner.balance,
      pending: count('pending'),
      completed: count('completed'),
      rejected: count('rejected'),
    };
    figures.set(id, formatFigures({ ...NONE, ...now }));
  }
  return figures;
}

async function paymentsOf(staff: ApiClient): Promise<Map<string, OwnPayment[]>> {
  const payments: PaymentList['payments'] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await staff.call<PaymentList>('GET', `/api/admin/payments?limit=100&page=${page}`);
    pages = list.totalPages;
    payments.push(...list.payments);
  }
  return Map.groupBy(payments, ({ partner }) => partner._id);
}

/** Every acknowledged chunk must exist, unless the upload has become a file. */
async function compareUploads(staff: ApiClient, expected: ExpectedState, { lost }: Findings) {
  for (const { file, acknowledged, merge } of expected.uploads) {
    // The merge was requested; repeating the call shows whether it happened.
    if (merge) continue;
    const path = `/api/admin/checkups/uploads/${file.fileId}`;
    const { chunks } = await staff.call<{ chunks: number[] }>('GET', path);
    for (const number of acknowledged)
      if (!chunks.includes(number)) lost.push(`chunk ${number} of ${file.name} is gone`);
    acknowledged.clear();
    for (const number of chunks) acknowledged.add(number);
  }
}
