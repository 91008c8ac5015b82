import { CODE_DIGITS } from '@deqiq/contract/people/second-factor.ts';
import { Secret, TOTP } from 'otpauth';
import { clinicFacts } from '../../../platform/clinic-facts.ts';

/** Seconds per code, and the accepted clock difference in steps. */
const PERIOD = 30;
const WINDOW = 1;

/** Bytes of a secret: as many as SHA-1 gives (RFC 4226, section 4). */
const SECRET_SIZE = 20;

/** A new random secret in base32. */
export const createSecret = (): string => new Secret({ size: SECRET_SIZE }).base32;

const createTotp = (secret: string, label = '') =>
  new TOTP({
    issuer: clinicFacts().name,
    label,
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: PERIOD,
    secret: Secret.fromBase32(secret),
  });

/** The otpauth URI for the QR code. */
export const totpUri = (secret: string, label: string): string =>
  createTotp(secret, label).toString();

/** The time step (RFC 6238) of a code; undefined for a wrong code. `now` in milliseconds. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}
