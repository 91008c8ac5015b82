import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { factorCipher } from '../../features/second-factor/factor-cipher.ts';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

/** Whether the key of the data folder still decrypts the secrets of authenticator apps. */
export async function checkSecondFactors(db: Db, dataDir: string): Promise<CheckResult> {
  const factors = await repo.listSecondFactors(db);
  const is = `${formatCount(factors.length, 'person', 'people')} with an authenticator app`;
  const part = 'Factors';
  if (factors.length === 0) return { name: part, summary: is, problems: [] };
  const isMissing = !(await stat(join(dataDir, SECOND_FACTOR_KEY)).catch(() => undefined));
  const remedy = 'bring it back from a backup, or reset these second factors';
  if (isMissing)
    return { name: part, summary: is, problems: [`${SECOND_FACTOR_KEY} is missing: ${remedy}`] };
  const cipher = factorCipher(dataDir);
  const wrong: string[] = [];
  for (const { role, person_id, secret } of factors)
    await cipher.decrypt(secret ?? '', `${role} ${person_id}`).catch(() => {
      wrong.push(
        `the second factor of ${role} ${person_id} cannot be decrypted with ${SECOND_FACTOR_KEY}: ${remedy}`,
      );
    });
  return { name: part, summary: is, problems: truncateList(wrong) };
}
