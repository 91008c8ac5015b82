import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export type Fields = Readonly<Record<string, string>>;

/**
 * The text that P_SIGN signs: each value behind its length, "-" for an empty one (developer.azericard.com, "MAC").
 */
export const macSource = (fields: Fields, names: readonly string[]): string =>
  names
    .map((name) => fields[name] ?? '')
    .map((value) => (value === '' ? '-' : `${Buffer.byteLength(value)}${value}`))
    .join('');

/** RSA with SHA-256, PKCS #1 v1.5, as lower-case hexadecimal digits. */
export const createPSign = (fields: Fields, names: readonly string[], key: KeyObject): string =>
  sign('sha256', Buffer.from(macSource(fields, names)), key).toString('hex');

/** Whether the P_SIGN of the fields belongs to the named ones. */
export function hasPSign(fields: Fields, names: readonly string[], key: KeyObject): boolean {
  const signature = fields.P_SIGN ?? '';
  if (!/^(?:[0-9a-f]{2})+$/i.test(signature)) return false;
  const source = Buffer.from(macSource(fields, names));
  return verify('sha256', source, key, Buffer.from(signature, 'hex'));
}

/** A private key in PEM. Throws where it is none, or not RSA. */
export const readPrivateKey = (pem: string): KeyObject => assertRsa(createPrivateKey(pem));

/** A public key in PEM. Throws where it is none, or not RSA. */
export const readPublicKey = (pem: string): KeyObject => assertRsa(createPublicKey(pem));

function assertRsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa') throw new Error('the key is not RSA');
  return key;
}
