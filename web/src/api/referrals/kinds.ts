import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { invalidateAfter, polledList } from '../http/query.ts';

const LIST = ['admin', 'kinds'] as const;

export type KindBody = Body<'POST /api/admin/kinds'>;

const answerQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => call('GET /api/admin/kinds', { signal }),
  ...polledList,
});

export const kindsQuery = queryOptions({ ...answerQuery, select: ({ kinds }) => kinds });

/** Whether patients can pay a deposit. */
export const depositsQuery = queryOptions({
  ...answerQuery,
  select: ({ takesDeposits }) => takesDeposits,
});

export const createKind = (body: KindBody) =>
  invalidateAfter(LIST, call('POST /api/admin/kinds', { body }));

export const updateKind = ({ _id: id }: Kind, body: KindBody) =>
  invalidateAfter(LIST, call('PUT /api/admin/kinds/:id', { params: { id }, body }));

export const removeKind = ({ _id: id }: Kind) =>
  invalidateAfter(LIST, call('DELETE /api/admin/kinds/:id', { params: { id } }));
