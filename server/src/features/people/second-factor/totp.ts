import { createHmac, randomBytes } from 'node:crypto';
import { CODE_DIGITS } from '@deqiq/contract/people/second-factor.ts';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import { isEqualText } from '../../../platform/secrets/equal-texts.ts';

/** Seconds per code. A code of the step before or after is accepted, too. */
const PERIOD = 30;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 characters of 20 bytes: as many as SHA-1 gives (RFC 4226, section 4). */
const SECRET_LENGTH = 32;

/** A new random secret in base32. */
export const createSecret = (): string =>
  Array.from(randomBytes(SECRET_LENGTH), (byte) => BASE32.charAt(byte % BASE32.length)).join('');

/** The otpauth URI for the QR code. */
export function totpUri(secret: string, label: string): string {
  const issuer = encodeURIComponent(clinicFacts().name);
  const rest = `secret=${secret}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${PERIOD}`;
  return `otpauth://totp/${issuer}:${encodeURIComponent(label)}?issuer=${issuer}&${rest}`;
}

/** The time step (RFC 6238) of a code; undefined for a wrong code. `now` in milliseconds. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const key = decodeSecret(secret);
  const step = Math.floor(now / 1000 / PERIOD);
  return [step, step - 1, step + 1].find((each) => isEqualText(computeCode(key, each), code));
}

function decodeSecret(secret: string): Buffer {
  let value = 0n;
  for (const character of secret) value = value * 32n + BigInt(BASE32.indexOf(character));
  return Buffer.from(value.toString(16).padStart((SECRET_LENGTH * 5) / 4, '0'), 'hex');
}

/** The code of a time step (RFC 4226, section 5.3). */
function computeCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}
