import { generateKeyPairSync } from 'node:crypto';
import type { ReportKeys } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Db, ReportKeyRow } from '../../../../platform/db/tables.ts';
import { newId } from '../../../../platform/ids.ts';
import { loadSealKey, openText, sealText } from '../../../../platform/secrets/sealed-texts.ts';
import { isoNow } from '../../../../platform/time.ts';
import * as repo from './report-keys.repo.ts';
import { type Signature, signText } from './signatures.ts';

/** For documents of signed reports. */
export { isSignedBy } from './signatures.ts';
export type { SignedDocument, SignedEntry } from './signed-documents.ts';

interface Deps {
  readonly db: Db;
  readonly dataDir: string;
  readonly now: () => number;
}

export type ReportKeysService = ReturnType<typeof reportKeysService>;

/**
 * The server's key for diagnostic reports. It is made with the first signature and is stored in the database, which all nodes
 * share; its private half is encrypted with the key file of the data folder, as secrets of second factors are, so that
 * database or folder alone cannot sign. Backups contain both.
 */
export function reportKeysService({ db, dataDir, now }: Deps) {
  /** undefined where the key file is another one: the old key verifies for ever, and a new one signs. */
  function open(sealKey: Buffer, row: ReportKeyRow): string | undefined {
    try {
      return openText(sealKey, row.private_key, row.id);
    } catch {
      return undefined;
    }
  }

  function create(sealKey: Buffer): ReportKeyRow {
    const id = newId();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    return {
      id,
      algorithm: 'Ed25519',
      public_key: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      private_key: sealText(sealKey, pem, id),
      created_at: isoNow(now),
      retired_at: null,
    };
  }

  async function findKey(): Promise<{ id: string; privateKey: string }> {
    const sealKey = await loadSealKey(dataDir);
    for (;;) {
      const row = await repo.findCurrent(db);
      const privateKey = row && open(sealKey, row);
      if (row && privateKey) return { id: row.id, privateKey };
      if (row) await repo.retire(db, row.id, isoNow(now));
      await repo.insert(db, create(sealKey));
    }
  }

  return {
    async sign(text: string): Promise<Signature> {
      return signText(text, await findKey());
    },

    /** Public halves, newest first. */
    async list(): Promise<ReportKeys> {
      const rows = await repo.list(db);
      return {
        keys: rows.map(({ id, algorithm, public_key, created_at }) => ({
          _id: id,
          algorithm,
          publicKey: public_key,
          createdAt: created_at,
        })),
      };
    },
  };
}
