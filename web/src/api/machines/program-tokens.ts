import type { ProgramToken, ProgramTokenFields } from '@deqiq/contract/machines/program-tokens.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const toPath = (role: Role) => `/api/${role}/account/program-tokens` as const;
const toKey = (role: Role) => [role, 'account', 'program-tokens'] as const;

/** The tokens of this person's programs, and the address of DICOMweb. */
export const programTokensQuery = (role: Role) =>
  queryOptions({
    queryKey: toKey(role),
    queryFn: ({ signal }) => call(`GET ${toPath(role)}`, { signal }),
  });

/** The token is in this answer only. */
export const createProgramToken = (role: Role, fields: ProgramTokenFields) =>
  invalidateAfter(
    toKey(role),
    call(`POST ${toPath(role)}`, { body: { ...fields, days: String(fields.days) } }),
  );

export const revokeProgramToken = (role: Role, { _id: id }: ProgramToken) =>
  invalidateAfter(toKey(role), call(`DELETE ${toPath(role)}/:id`, { params: { id } }));
