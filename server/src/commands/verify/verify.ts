import type { ChainHead } from '../../features/operations/audit/chain/chain.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PasswordHasher } from '../../platform/secrets/credentials.ts';
import { type ObjectStore, objectsFolder } from '../../platform/storage/open-storage.ts';
import { openStoredFiles } from '../files/stored-files.ts';
import { checkAnnotations } from './annotations.ts';
import { checkAudit, listNotedHeads } from './audit.ts';
import type { CheckResult } from './check-result.ts';
import {
  checkDatabase,
  checkIdentity,
  checkIntake,
  checkJobs,
  checkLedger,
  checkPictures,
  checkSessions,
  checkShares,
} from './database-checks.ts';
import { checkFiles } from './files.ts';
import { checkBackup, checkDisk, checkSecrets } from './host-checks.ts';
import { checkReports } from './reports.ts';
import { checkSecondFactors } from './second-factors.ts';
import { checkLost, checkStore, checkUploads } from './stored-objects.ts';

export interface Options {
  readonly database: Database;
  readonly dataDir: string;
  /** Where the files are; undefined: in the data folder. */
  readonly objectStore?: ObjectStore | undefined;
  readonly passwords: PasswordHasher;
  /** Reads every byte of every file. */
  readonly deep: boolean;
  readonly now?: () => number;
  /** A head of the audit that was written down. */
  readonly auditHead?: ChainHead | undefined;
  /** The file with the settings; by default that of the systemd service. */
  readonly envFile?: string;
}

/** Checks all stored data, also beside a running server, and changes nothing. */
export async function runChecks(options: Options): Promise<CheckResult[]> {
  const { database, dataDir, deep, objectStore, now = Date.now } = options;
  const { db } = database;
  const first = await runCheck('Database', () => checkDatabase(database));
  // The other checks need a known schema.
  if (first.problems.some((problem) => problem.includes('newer version'))) return [first];
  const files = await openStoredFiles({ dataDir, db, objectStore });
  const context = { db, files, objects: objectsFolder(dataDir), now };
  try {
    return [
      first,
      await runCheck('Files', () => checkFiles(context, deep)),
      await runCheck('Uploads', () => checkUploads(context)),
      await runCheck('Lost', () => checkLost(context)),
      ...(files.storage ? [await runCheck('Store', () => checkStore(context))] : []),
      await runCheck('Folder', () => checkIdentity(db, dataDir, files)),
      await runCheck('Pictures', () => checkPictures(db)),
      await runCheck('Annotations', () => checkAnnotations(db)),
      await runCheck('Reports', () => checkReports(db)),
      await runCheck('Shares', () => checkShares(db)),
      await runCheck('Intake', () => checkIntake(db)),
      await runCheck('Ledger', () => checkLedger(db)),
      await runAuditCheck(options),
      await runCheck('Sessions', () => checkSessions(db, now())),
      await runCheck('Jobs', () => checkJobs(db, now)),
      await runCheck('Secrets', () => checkSecrets(db, options)),
      await runCheck('Factors', () => checkSecondFactors(db, dataDir)),
      await runCheck('Disk', () => checkDisk(dataDir)),
      await runCheck('Backup', () => checkBackup(db, dataDir, now())),
    ];
  } finally {
    await files.close();
  }
}

/** The check of the audit alone, which needs no files. */
export const runAuditCheck = ({
  database: { db },
  dataDir,
  auditHead,
  now = Date.now,
}: Pick<Options, 'database' | 'dataDir' | 'auditHead' | 'now'>): Promise<CheckResult> =>
  runCheck('Audit', async () =>
    checkAudit(db, { now, heads: await listNotedHeads(dataDir, auditHead) }),
  );

/** A check that fails to run counts as a problem; the other checks still run. */
async function runCheck(name: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  return check().catch((error: Error) => ({
    name,
    summary: 'could not be checked',
    problems: [error.message],
  }));
}
