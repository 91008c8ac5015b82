import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair by which push services recognise this server (RFC 8292), both in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Order of the group of P-256 (FIPS 186-5; SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** 16 more than the order has, so that the remainder has no bias (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;
const KEY_BYTES = 32;

/** Derives the keys from the server's secret: processes share them; a new secret ends sessions and subscriptions. */
export function deriveVapidKeys(secret: Uint8Array): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'web push key', SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  };
}
