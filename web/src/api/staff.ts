import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import type {
  CreateStaff,
  StaffAccount,
  StaffList,
  StaffMember,
  StaffStatus,
} from '@deqiq/contract/staff.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from './http/http.ts';
import { invalidateAfter, polledList } from './http/query.ts';

const PATH = '/api/admin/staff';
const LIST = ['admin', 'staff'] as const;

export const staffQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => http.get<StaffList>(PATH, { signal }),
  ...polledList,
});

const accountQuery = queryOptions({
  queryKey: ['admin', 'account'],
  queryFn: ({ signal }) =>
    http
      .get<{ account: StaffAccount }>('/api/admin/account', { signal })
      .then(({ account }) => account),
});

/** The signed-in member of staff; undefined until the server has answered. Never stored. */
export const useStaffAccount = (): StaffAccount | undefined => useQuery(accountQuery).data;

/** Whether to offer what only owners may do. Until the role is known it is offered: the server decides. */
export const useIsOwner = (): boolean => useStaffAccount()?.role !== 'staff';

export const addStaff = (form: CreateStaff) => invalidateAfter(LIST, http.post(PATH, form));

const patch = (member: StaffMember, what: string, body?: object) =>
  invalidateAfter(LIST, http.patch(`${PATH}/${member._id}/${what}`, body));

export const setStaffRole = (member: StaffMember, role: StaffRole) =>
  patch(member, 'role', { role });

export const setStaffStatus = (member: StaffMember, status: StaffStatus) =>
  patch(member, 'status', { status });

export const resetStaffPassword = (member: StaffMember, password: string) =>
  patch(member, 'reset-password', { password });

export const resetStaffFactor = (member: StaffMember) => patch(member, 'reset-second-factor');

export const signStaffOut = (member: StaffMember) =>
  invalidateAfter(LIST, http.post(`${PATH}/${member._id}/sign-out`));

export const removeStaff = (member: StaffMember) =>
  invalidateAfter(LIST, http.delete(`${PATH}/${member._id}`));
