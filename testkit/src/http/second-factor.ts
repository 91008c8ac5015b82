import type { RecoveryCodes, SecondFactorStarted } from '@deqiq/contract/people/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { Secret, TOTP } from 'otpauth';
import type { Client } from '../client.ts';

/** The code of an authenticator app for a secret at a time (ms). */
export const codeAt = (secret: string, timestamp: number = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Enables the second factor of a signed-in person. */
export async function enrol(
  client: Client,
  role: Role,
  password: string,
  now: () => number = Date.now,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const path = `/api/${role}/account/second-factor`;
  const { secret } = (await client.post(path, { password })).ok<SecondFactorStarted>();
  const confirmed = await client.post(`${path}/confirm`, { code: codeAt(secret, now()) });
  return { secret, recoveryCodes: confirmed.ok<RecoveryCodes>().recoveryCodes };
}
