import type {
  Referral,
  ReferralAnswer,
  ReferralFields,
} from '@deqiq/contract/referrals/referrals.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import type { Query } from '../http/endpoint-types.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { polledList, queryClient } from '../http/query.ts';

const REFERRALS = ['partner', 'referrals'] as const;

/** As the list of results, in milliseconds: a referral and its result change together. */
const POLL = 30_000;

/** Referrals that patients and questions are proposed from. */
const RECENT = 50;

/** The search and the filter, by their names in the address and in the request. */
export const referralFilterNames = ['name', 'state'] as const;

type Filters = Readonly<Partial<Record<string, string>>>;

/** A partner's own referrals, newest first. */
export const ownReferralsQuery = (page: number, filters: Filters = {}) =>
  queryOptions({
    queryKey: [...REFERRALS, { page, ...filters }],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE.partnerReferrals, ...filters };
      return call('GET /api/partner/referrals', {
        query: query as Query<'GET /api/partner/referrals'>,
        signal,
      });
    },
    ...polledList,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });

/** The last referrals, for proposals while a new one is written. */
export const recentReferralsQuery = queryOptions({
  queryKey: [...REFERRALS, 'recent'],
  queryFn: ({ signal }) =>
    call('GET /api/partner/referrals', { query: { page: 1, limit: RECENT }, signal }),
});

export const ownReferralQuery = (id: string) =>
  queryOptions({
    queryKey: [...REFERRALS, id],
    queryFn: async ({ signal }): Promise<Referral> =>
      (await call('GET /api/partner/referrals/:id', { params: { id }, signal })).referral,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
  });

/** The multipart form of a referral. */
const toForm = (fields: ReferralFields, attachments: readonly File[]) => ({
  patient: JSON.stringify(fields.patient),
  teeth: JSON.stringify(fields.teeth),
  examination: fields.examination,
  purpose: fields.purpose,
  region: fields.region ?? ('' as const),
  question: fields.question,
  urgency: fields.urgency,
  pregnancy: fields.pregnancy ?? ('' as const),
  reportWanted: fields.reportWanted ? ('true' as const) : ('false' as const),
  attachments,
});

/** Refetches after every outcome: a refusal means that the state has changed. */
async function change(request: Promise<ReferralAnswer>): Promise<ReferralAnswer> {
  try {
    return await request;
  } finally {
    void queryClient.invalidateQueries({ queryKey: REFERRALS });
  }
}

export const createReferral = (fields: ReferralFields, attachments: readonly File[]) =>
  change(
    call('POST /api/partner/referrals', {
      form: toForm(fields, attachments),
      timeoutMs: PICTURES_TIMEOUT,
    }),
  );

/** `attachments` join those that the referral has. */
export const updateReferral = (id: string, fields: ReferralFields, attachments: readonly File[]) =>
  change(
    call('PUT /api/partner/referrals/:id', {
      params: { id },
      form: toForm(fields, attachments),
      timeoutMs: PICTURES_TIMEOUT,
    }),
  );

/** The address at which the patient books a time. A refusal means that the state has changed. */
export async function createBookingLink(id: string): Promise<string> {
  try {
    return (await call('POST /api/partner/referrals/:id/link', { params: { id } })).link;
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: REFERRALS });
    throw error;
  }
}

export const cancelReferral = (id: string, reason: string) =>
  change(call('POST /api/partner/referrals/:id/cancel', { params: { id }, body: { reason } }));
