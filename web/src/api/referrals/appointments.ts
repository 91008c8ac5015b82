import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import { MAX_PAGE_SIZE, PICKER_SIZE } from '@deqiq/contract/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { polledList, refreshAdminAfter } from '../http/query.ts';

/** A person and a time. */
export type AppointmentBody = Body<'POST /api/admin/appointments'>;

/** A time alone. */
export type AppointmentTimeBody = Body<'PUT /api/admin/appointments/:id'>;

/** The appointments of days in Baku, `YYYY-MM-DD`, both included. */
export const appointmentsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['admin', 'appointments', from, to],
    queryFn: async ({ signal }) =>
      (await call('GET /api/admin/appointments', { query: { from, to }, signal })).appointments,
    ...polledList,
  });

/** Referrals in a state in which they have no time yet; at most one page of them. */
export const waitingReferralsQuery = (state: 'sent' | 'accepted') =>
  queryOptions({
    queryKey: ['admin', 'referrals', 'waiting', state],
    queryFn: ({ signal }) =>
      call('GET /api/admin/referrals', { query: { state, limit: MAX_PAGE_SIZE }, signal }),
    ...polledList,
  });

/** Accepted referrals by name or code, for a picker. */
export async function searchWaitingReferrals(name: string, signal: AbortSignal) {
  const query = { state: 'accepted', name, limit: PICKER_SIZE } as const;
  return (await call('GET /api/admin/referrals', { query, signal })).referrals;
}

export const bookAppointment = (body: AppointmentBody) =>
  refreshAdminAfter(call('POST /api/admin/appointments', { body }));

export const moveAppointment = ({ _id: id }: Pick<Appointment, '_id'>, body: AppointmentTimeBody) =>
  refreshAdminAfter(call('PUT /api/admin/appointments/:id', { params: { id }, body }));

export const removeAppointment = ({ _id: id }: Pick<Appointment, '_id'>) =>
  refreshAdminAfter(call('DELETE /api/admin/appointments/:id', { params: { id } }));

export const arriveAt = ({ _id: id }: Appointment) =>
  refreshAdminAfter(call('POST /api/admin/appointments/:id/arrive', { params: { id } }));

/** Takes arrived or missed back. */
export const undoVisit = ({ _id: id }: Pick<Appointment, '_id'>) =>
  refreshAdminAfter(call('POST /api/admin/appointments/:id/undo', { params: { id } }));

export const missAppointment = ({ _id: id }: Appointment) =>
  refreshAdminAfter(call('POST /api/admin/appointments/:id/missed', { params: { id } }));
