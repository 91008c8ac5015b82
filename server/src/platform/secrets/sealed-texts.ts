import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readOrCreateSecretFile, SECOND_FACTOR_KEY } from '../data-folder/data-folder.ts';

/** Bytes of a key, a nonce and a tag of AES-256-GCM. */
export const SEAL_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The key in the data folder, created with the first use: a leaked database does not reveal the texts, and a new session
 * secret does not affect them.
 */
export async function loadSealKey(dataDir: string): Promise<Buffer> {
  const text = await readOrCreateSecretFile(dataDir, SECOND_FACTOR_KEY, () =>
    randomBytes(SEAL_KEY_BYTES).toString('base64url'),
  );
  return Buffer.from(text.toString('utf8'), 'base64url');
}

/** Encrypts a text. `owner` is authenticated data: opening needs the same value. */
export function sealText(key: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
}

/** Throws if the key or the owner differs. */
export function openText(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}
