import type { OwnSession, OwnSessions } from '@deqiq/contract/sessions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const pathOf = (role: Role) => `/api/${role}/auth/sessions`;
const keyOf = (role: Role) => [role, 'sessions'] as const;

/** Where this person is signed in. */
export const sessionsQuery = (role: Role) =>
  queryOptions({
    queryKey: keyOf(role),
    queryFn: async ({ signal }) => (await http.get<OwnSessions>(pathOf(role), { signal })).sessions,
  });

export const endSession = (role: Role, { _id }: OwnSession) =>
  invalidateAfter(keyOf(role), http.delete(`${pathOf(role)}/${_id}`));

export const endOtherSessions = (role: Role) =>
  invalidateAfter(keyOf(role), http.delete(pathOf(role)));
