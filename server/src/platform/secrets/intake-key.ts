import { hkdfSync } from 'node:crypto';

const KEY_LENGTH = 32;

/** The key that the intake process and the server share, from a secret that both read. */
export const deriveIntakeKey = (secret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'deqiq intake', KEY_LENGTH)).toString('base64url');
