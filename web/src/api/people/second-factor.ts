import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

const toPath = (role: Role) => `/api/${role}/account/second-factor` as const;
const toKey = (role: Role) => [role, 'account', 'second-factor'] as const;

/** Password, and a code if the factor is active. */
export type Proof = { password: string; code: string };

export const secondFactorQuery = (role: Role) =>
  queryOptions({
    queryKey: toKey(role),
    queryFn: ({ signal }) =>
      call(`GET ${toPath(role)}`, { signal }).then(({ secondFactor }) => secondFactor),
  });

/** A new secret, not yet in force. `code` only where the factor is on. */
export const startSecondFactor = (role: Role, { password, code }: Proof) =>
  call(`POST ${toPath(role)}`, { body: { password, ...(code && { code }) } });

export const confirmSecondFactor = (role: Role, code: string) =>
  invalidateAfter([role, 'account'], call(`POST ${toPath(role)}/confirm`, { body: { code } }));

export const renewRecoveryCodes = (role: Role, proof: Proof) =>
  invalidateAfter([role, 'account'], call(`POST ${toPath(role)}/recovery-codes`, { body: proof }));

export const disableSecondFactor = (role: Role, proof: Proof) =>
  invalidateAfter([role, 'account'], call(`POST ${toPath(role)}/disable`, { body: proof }));
