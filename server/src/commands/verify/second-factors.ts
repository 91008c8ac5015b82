import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { factorCipher } from '../../features/people/second-factor/factor-cipher.ts';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

/** Checks that the key of the data folder decrypts the secrets of authenticator apps. */
export async function checkSecondFactors(db: Db, dataDir: string): Promise<CheckResult> {
  const factors = await repo.listSecondFactors(db);
  const summary = `${formatCount(factors.length, 'person', 'people')} with an authenticator app`;
  const name = 'Factors';
  if (factors.length === 0) return { name, summary, problems: [] };
  const isMissing = !(await stat(join(dataDir, SECOND_FACTOR_KEY)).catch(() => undefined));
  const remedy = 'restore it from a backup, or reset these second factors';
  if (isMissing) return { name, summary, problems: [`${SECOND_FACTOR_KEY} is missing: ${remedy}`] };
  const cipher = factorCipher(dataDir);
  const problems: string[] = [];
  for (const { role, person_id, secret } of factors)
    await cipher.decrypt(secret ?? '', `${role} ${person_id}`).catch(() => {
      problems.push(
        `the second factor of ${role} ${person_id} cannot be decrypted with ${SECOND_FACTOR_KEY}: ${remedy}`,
      );
    });
  return { name, summary, problems: truncateList(problems) };
}
