import type {
  CreateStaff,
  Radiologist,
  StaffAccount,
  StaffMember,
  StaffStatus,
} from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter, polledList } from '../http/query.ts';
import { followAccountLanguage } from './language.ts';

const LIST = ['admin', 'staff'] as const;

export const staffQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => call('GET /api/admin/staff', { signal }),
  ...polledList,
});

/** The names of all accounts, for every member of staff. */
export const colleaguesQuery = queryOptions({
  queryKey: [...LIST, 'names'],
  queryFn: async ({ signal }) => (await call('GET /api/admin/colleagues', { signal })).colleagues,
  refetchInterval: ({ state }) => state.status === 'error' && 10_000,
});

const accountQuery = queryOptions({
  queryKey: ['admin', 'account'],
  queryFn: async ({ signal }) => {
    const { account } = await call('GET /api/admin/account', { signal });
    followAccountLanguage('admin', account.language);
    return account;
  },
});

/** The signed-in member of staff; undefined until the server has answered. Never stored. */
export const useStaffAccount = (): StaffAccount | undefined => useQuery(accountQuery).data;

/** Whether to offer what only owners may do. Until the role is known it is offered: the server decides. */
export const useIsOwner = (): boolean => useStaffAccount()?.role !== 'staff';

export const addStaff = (form: CreateStaff) =>
  invalidateAfter(LIST, call('POST /api/admin/staff', { body: form }));

export const setStaffRole = (member: StaffMember, role: StaffRole) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/staff/:id/role', { params: { id: member._id }, body: { role } }),
  );

export const setStaffStatus = (member: StaffMember, status: StaffStatus) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/staff/:id/status', { params: { id: member._id }, body: { status } }),
  );

export const resetStaffPassword = (member: StaffMember, password: string) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/staff/:id/reset-password', {
      params: { id: member._id },
      body: { password },
    }),
  );

export const setRadiologist = (member: StaffMember, body: Radiologist) =>
  invalidateAfter(
    LIST,
    call('PUT /api/admin/staff/:id/radiologist', { params: { id: member._id }, body }),
  );

export const removeRadiologist = (member: StaffMember) =>
  invalidateAfter(
    LIST,
    call('DELETE /api/admin/staff/:id/radiologist', { params: { id: member._id } }),
  );

export const resetStaffFactor = (member: StaffMember) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/staff/:id/reset-second-factor', { params: { id: member._id } }),
  );

export const unlockStaff = (member: StaffMember) =>
  call('POST /api/admin/staff/:id/unlock', { params: { id: member._id } });

export const signStaffOut = (member: StaffMember) =>
  invalidateAfter(LIST, call('POST /api/admin/staff/:id/sign-out', { params: { id: member._id } }));

export const removeStaff = (member: StaffMember) =>
  invalidateAfter(LIST, call('DELETE /api/admin/staff/:id', { params: { id: member._id } }));
