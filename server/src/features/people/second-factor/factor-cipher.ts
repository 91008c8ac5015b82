import { randomBytes } from 'node:crypto';
import { cachedResult } from '../../../platform/concurrency.ts';
import {
  readOrCreateSecretFile,
  SECOND_FACTOR_KEY,
} from '../../../platform/data-folder/data-folder.ts';
import { openText, SEAL_KEY_BYTES, sealText } from '../../../platform/sealed-texts.ts';

/**
 * Encrypts the secrets of authenticator apps (AES-256-GCM), each bound to its owner. The key is a file in the data
 * folder, created with the first enrolment: a leaked database does not reveal the secrets, and a new session secret
 * does not affect them.
 */
export function factorCipher(dataDir: string) {
  const loadKey = cachedResult(async () => {
    const text = await readOrCreateSecretFile(dataDir, SECOND_FACTOR_KEY, () =>
      randomBytes(SEAL_KEY_BYTES).toString('base64url'),
    );
    return Buffer.from(text.toString('utf8'), 'base64url');
  });

  return {
    encrypt: async (text: string, owner: string): Promise<string> =>
      sealText(await loadKey(), text, owner),

    /** Throws if the key or the owner differs. */
    decrypt: async (encrypted: string, owner: string): Promise<string> =>
      openText(await loadKey(), encrypted, owner),
  };
}
