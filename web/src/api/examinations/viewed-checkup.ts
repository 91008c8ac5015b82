import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';

/** Milliseconds between requests while pictures are still being made, and afterwards: an ended session is noticed. */
const POLL = { pending: 5_000, ready: 30_000 } as const;

const toKey = (role: Role, id: string) => [role, 'checkup', id] as const;

/** One checkup with links to its files, which the viewer opens. */
export const checkupQuery = (role: Role, id: string) =>
  queryOptions({
    queryKey: toKey(role, id),
    queryFn: async ({ signal }): Promise<Checkup> => {
      const request = { params: { id }, signal };
      return (await call(`GET /api/${role}/checkups/:id`, request)).checkup;
    },
    refetchInterval: ({ state }) =>
      state.data && isPending(state.data) ? POLL.pending : POLL.ready,
    // New links would load the pixels again.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

const isPending = ({ xrayFileLinks, fileLinks }: Checkup): boolean =>
  [...xrayFileLinks, ...fileLinks].some(({ imaging }) => imaging.state === 'pending');

/** Other examinations of the same patient, newest first. */
export const earlierQuery = (role: Role, id: string) =>
  queryOptions({
    queryKey: [...toKey(role, id), 'earlier'],
    queryFn: async ({ signal }): Promise<readonly Checkup[]> => {
      const request = { params: { id }, signal };
      return (await call(`GET /api/${role}/checkups/:id/earlier`, request)).checkups;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Gives the viewer the checkup that a list shows, so that it opens without a request. */
export function keepCheckup(role: Role, checkup: Checkup): void {
  queryClient.setQueryData(toKey(role, checkup._id), checkup);
}
