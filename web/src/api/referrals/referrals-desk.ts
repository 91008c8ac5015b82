import type {
  AssignReferral,
  Referral,
  ReferralAnswer,
} from '@deqiq/contract/referrals/referrals.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { HttpError } from '../http/http-error.ts';
import { polledList, refreshAdminAfter } from '../http/query.ts';

/** The fields of a referral, and pictures that are sent with it. */
export type ReferralBody = Body<'POST /api/admin/shipments/:checkup/referral'> & {
  readonly files: readonly File[];
};

export const referralsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('referrals', page, { limit: PAGE_SIZE.adminReferrals, name }, filters);

export const referralQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'referrals', 'one', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/admin/referrals/:id', { params: { id }, signal })).referral,
    ...polledList,
  });

/** The id of the referral with this code; undefined where there is none. */
export async function findReferralByCode(name: string): Promise<string | undefined> {
  const answer = await call('GET /api/admin/referrals', { query: { name, limit: 1 } });
  return answer.referrals.find(({ code }) => code === name)?._id;
}

/** Pictures of partners that are no referral yet, the longest waiting first. */
export const shipmentsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'checkups', 'shipments'],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_PAGE_SIZE, referral: 'none', order: 'oldest' } as const;
      return (await call('GET /api/admin/checkups', { query, signal })).checkups;
    },
    ...polledList,
  });

/** Results that their partner has not opened for days, newest first. */
export const unopenedResultsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'results', 'unopened'],
    queryFn: ({ signal }) => call('GET /api/admin/results/unopened', { signal }),
    ...polledList,
  });

/** `patient`: the id of a record; '' makes a new one. */
export const acceptReferral = ({ _id: id }: Referral, patient: string) =>
  refreshAdminAfter(
    call('POST /api/admin/referrals/:id/accept', { params: { id }, body: { patient } }),
  );

/** The partner reads the reason. */
export const endReferral = ({ _id: id }: Referral, move: 'decline' | 'cancel', reason: string) =>
  refreshAdminAfter(
    call(`POST /api/admin/referrals/:id/${move}`, { params: { id }, body: { reason } }),
  );

export const arrive = ({ _id: id }: Referral) =>
  refreshAdminAfter(call('POST /api/admin/referrals/:id/arrive', { params: { id } }));

export const miss = ({ _id: id }: Referral) =>
  refreshAdminAfter(call('POST /api/admin/referrals/:id/missed', { params: { id } }));

/** Ids of accounts; null: no one is responsible. Refused where `instead` is not responsible any more. */
export const assignReferral = (id: string, body: AssignReferral) =>
  refreshAdminAfter(call('PUT /api/admin/referrals/:id/assignee', { params: { id }, body }));

const toForm = (body: ReferralBody) => ({
  examination: body.examination,
  purpose: body.purpose,
  urgency: body.urgency ?? '',
  region: body.region ?? '',
  pregnancy: body.pregnancy ?? '',
  question: body.question ?? '',
  reportWanted: body.reportWanted === true ? ('true' as const) : ('false' as const),
  patient: JSON.stringify(body.patient),
  teeth: JSON.stringify(body.teeth),
  attachments: body.files,
});

/** By telephone. */
export const createReferral = (partner: string, body: ReferralBody): Promise<ReferralAnswer> =>
  refreshAdminAfter(
    call('POST /api/admin/referrals', {
      form: { partner, ...toForm(body) },
      timeoutMs: PICTURES_TIMEOUT,
    }),
  );

export const transcribeShipment = (checkup: string, body: ReferralBody): Promise<ReferralAnswer> =>
  refreshAdminAfter(
    call('POST /api/admin/shipments/:checkup/referral', {
      params: { checkup },
      form: toForm(body),
      timeoutMs: PICTURES_TIMEOUT,
    }),
  );

export const transcribeReservation = (
  id: string,
  partner: string,
  body: ReferralBody,
): Promise<ReferralAnswer> =>
  refreshAdminAfter(
    call('POST /api/admin/applications/reservations/:id/referral', {
      params: { id },
      form: { partner, ...toForm(body) },
      timeoutMs: PICTURES_TIMEOUT,
    }),
  );

/** The referral as it is now, where its state is why a move was refused. */
export function currentReferral(error: unknown): Referral | undefined {
  const isConflict = error instanceof HttpError && error.status === 409;
  return isConflict ? (error.body as { referral?: Referral }).referral : undefined;
}
