import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { factorCipher } from '../../features/second-factor/factor-cipher.ts';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import type { Db } from '../../platform/db/tables.ts';
import { counted, type Look, shortened } from './check-result.ts';
import * as repo from './verify.repo.ts';

/** Whether the key of the data folder still decrypts the secrets of authenticator apps. */
export async function lookAtSecondFactors(db: Db, dataDir: string): Promise<Look> {
  const factors = await repo.secondFactors(db);
  const is = `${counted(factors.length, 'person', 'people')} with an authenticator app`;
  const part = 'Factors';
  if (factors.length === 0) return { part, is, wrong: [] };
  const isMissing = !(await stat(join(dataDir, SECOND_FACTOR_KEY)).catch(() => undefined));
  const remedy = 'bring it back from a backup, or reset these second factors';
  if (isMissing) return { part, is, wrong: [`${SECOND_FACTOR_KEY} is missing: ${remedy}`] };
  const cipher = factorCipher(dataDir);
  const wrong: string[] = [];
  for (const { role, person_id, secret } of factors)
    await cipher.decrypt(secret ?? '', `${role} ${person_id}`).catch(() => {
      wrong.push(
        `the second factor of ${role} ${person_id} cannot be decrypted with ${SECOND_FACTOR_KEY}: ${remedy}`,
      );
    });
  return { part, is, wrong: shortened(wrong) };
}
