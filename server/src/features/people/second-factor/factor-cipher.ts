import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { cachedResult } from '../../../platform/concurrency.ts';
import {
  readOrCreateSecretFile,
  SECOND_FACTOR_KEY,
} from '../../../platform/data-folder/data-folder.ts';

/** Bytes of AES-256-GCM. */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the secrets of authenticator apps (AES-256-GCM), each bound to its owner. The key is a file in the data
 * folder, created with the first enrolment: a leaked database does not reveal the secrets, and a new session secret
 * does not affect them.
 */
export function factorCipher(dataDir: string) {
  const loadKey = cachedResult(async () => {
    const text = await readOrCreateSecretFile(dataDir, SECOND_FACTOR_KEY, () =>
      randomBytes(KEY_BYTES).toString('base64url'),
    );
    return Buffer.from(text.toString('utf8'), 'base64url');
  });

  return {
    /** `owner` is authenticated data; decryption needs the same value. */
    async encrypt(text: string, owner: string): Promise<string> {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await loadKey(), nonce);
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },

    /** Throws if the key or the owner differs. */
    async decrypt(encrypted: string, owner: string): Promise<string> {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        await loadKey(),
        bytes.subarray(0, NONCE_BYTES),
      );
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
