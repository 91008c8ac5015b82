import type { ViewerProgram } from '@deqiq/contract/machines/viewer-links.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** The programs that the clinic has configured; they change with the server's settings only. */
export const viewerProgramsQuery = (role: Role) =>
  queryOptions({
    queryKey: [role, 'viewer-programs'],
    queryFn: async ({ signal }) =>
      (await call(`GET /api/${role}/viewer-programs`, { signal })).programs,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** An address that opens a program with the pictures of one checkup. */
export const createViewerLink = async (role: Role, id: string, program: ViewerProgram) =>
  (
    await call(`POST /api/${role}/checkups/:id/viewer-link`, {
      params: { id },
      body: { program },
    })
  ).url;
