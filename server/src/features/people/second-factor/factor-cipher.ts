import { cachedResult } from '../../../platform/queues/concurrency.ts';
import { loadSealKey, openText, sealText } from '../../../platform/secrets/sealed-texts.ts';

/** Encrypts the secrets of authenticator apps (AES-256-GCM), each bound to its owner. */
export function factorCipher(dataDir: string) {
  const loadKey = cachedResult(() => loadSealKey(dataDir));

  return {
    encrypt: async (text: string, owner: string): Promise<string> =>
      sealText(await loadKey(), text, owner),

    /** Throws if the key or the owner differs. */
    decrypt: async (encrypted: string, owner: string): Promise<string> =>
      openText(await loadKey(), encrypted, owner),
  };
}
