import type { Role } from '@deqiq/contract/auth.ts';
import type { RecoveryCodes, SecondFactorStarted } from '@deqiq/contract/second-factor.ts';
import { Secret, TOTP } from 'otpauth';
import type { Client } from '../client.ts';

/** What an authenticator app shows for a secret at this moment (milliseconds). */
export const codeAt = (secret: string, timestamp: number = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Switches the second factor of a signed-in person on. */
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
