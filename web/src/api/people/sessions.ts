import type { OwnSession } from '@deqiq/contract/people/sessions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const toKey = (role: Role) => [role, 'sessions'] as const;

export const sessionsQuery = (role: Role) =>
  queryOptions({
    queryKey: toKey(role),
    queryFn: async ({ signal }) =>
      (await call(`GET /api/${role}/auth/sessions`, { signal })).sessions,
  });

export const endSession = (role: Role, { _id }: OwnSession) =>
  invalidateAfter(
    toKey(role),
    call(`DELETE /api/${role}/auth/sessions/:id`, { params: { id: _id } }),
  );

export const endOtherSessions = (role: Role) =>
  invalidateAfter(toKey(role), call(`DELETE /api/${role}/auth/sessions`));
