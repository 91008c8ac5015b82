import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

export interface Signature {
  /** Of the text's bytes in UTF-8, in hexadecimal digits. */
  readonly sha256: string;
  /** Ed25519 over the same bytes, in Base64. */
  readonly signature: string;
  readonly key_id: string;
}

/** A text with its hash and signature, as the tables have it. */
export interface SignedText extends Signature {
  readonly document: string;
}

export const hashText = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

export function signText(text: string, key: { id: string; privateKey: string }): Signature {
  const signature = sign(null, Buffer.from(text, 'utf8'), createPrivateKey(key.privateKey));
  return { sha256: hashText(text), signature: signature.toString('base64'), key_id: key.id };
}

/** Whether hash and signature belong to the text. `publicKey`: PEM. */
export function isSignedBy(
  { document, sha256, signature }: SignedText,
  publicKey: string | undefined,
): boolean {
  if (publicKey === undefined || hashText(document) !== sha256) return false;
  const bytes = Buffer.from(document, 'utf8');
  return verify(null, bytes, createPublicKey(publicKey), Buffer.from(signature, 'base64'));
}
