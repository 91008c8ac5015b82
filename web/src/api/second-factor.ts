import type {
  RecoveryCodes,
  SecondFactorStarted,
  SecondFactorStatus,
} from '@deqiq/contract/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const pathOf = (role: Role) => `/api/${role}/account/second-factor`;
const keyOf = (role: Role) => [role, 'account', 'second-factor'] as const;

/** Password, and a code if the factor is active. */
export type Proof = { password: string; code: string };

export const secondFactorQuery = (role: Role) =>
  queryOptions({
    queryKey: keyOf(role),
    queryFn: ({ signal }) =>
      http
        .get<{ secondFactor: SecondFactorStatus }>(pathOf(role), { signal })
        .then(({ secondFactor }) => secondFactor),
  });

/** A new secret, not yet in force. `code` only where the factor is on. */
export const startSecondFactor = (role: Role, { password, code }: Proof) =>
  http.post<SecondFactorStarted>(pathOf(role), { password, ...(code && { code }) });

export const confirmSecondFactor = (role: Role, code: string) =>
  invalidateAfter([role, 'account'], http.post<RecoveryCodes>(`${pathOf(role)}/confirm`, { code }));

export const renewRecoveryCodes = (role: Role, proof: Proof) =>
  invalidateAfter(
    [role, 'account'],
    http.post<RecoveryCodes>(`${pathOf(role)}/recovery-codes`, proof),
  );

export const disableSecondFactor = (role: Role, proof: Proof) =>
  invalidateAfter([role, 'account'], http.post(`${pathOf(role)}/disable`, proof));
