import { createHmac, hkdfSync } from 'node:crypto';
import { openText, SEAL_KEY_BYTES, sealText } from '../../../platform/secrets/sealed-texts.ts';

const createKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, SEAL_KEY_BYTES));

/** Numbers of identity documents: encrypted, and hashed with a key for exact search. Both keys come from the secret. */
export function nationalIds(secret: Buffer) {
  const sealKey = createKey(secret, 'national ids of patients');
  const hashKey = createKey(secret, 'search of national ids');

  return {
    hash: (number: string): string =>
      createHmac('sha256', hashKey).update(number).digest('base64url'),

    /** The columns of a number; nulls for ''. */
    seal(number: string, patientId: string) {
      if (number === '') return { national_id: null, national_id_hash: null };
      return {
        national_id: sealText(sealKey, number, patientId),
        national_id_hash: this.hash(number),
      };
    },

    /** '' without a number, and where the server has another secret since. */
    open(sealed: string | null, patientId: string): string {
      if (sealed === null) return '';
      try {
        return openText(sealKey, sealed, patientId);
      } catch {
        return '';
      }
    },
  };
}

export type NationalIds = ReturnType<typeof nationalIds>;
