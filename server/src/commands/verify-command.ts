import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseHead } from '../features/operations/audit/chain/chain.ts';
import { openDatabase } from '../platform/db/database.ts';
import { ConfigError } from '../platform/errors.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { passwordHasher } from '../platform/secrets/credentials.ts';
import { dataLocation, objectStore, runCommand, withDataFolder } from './command.ts';
import { type CheckResult, formatCount } from './verify/check-result.ts';
import { rehearse } from './verify/rehearsal/rehearse.ts';
import { runAuditCheck, runChecks } from './verify/verify.ts';

const USAGE = `npm run verify                           checks all stored data without changing it
npm run verify -- --deep                 also reads every byte of every file
npm run verify -- --rehearse             restores the newest backup into a temporary folder (TMPDIR), compares and removes it
npm run verify -- --audit                checks the audit only
npm run verify -- --audit-head SEQ:HASH  compares the audit with a head that an earlier run printed`;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      deep: { type: 'boolean', default: false },
      rehearse: { type: 'boolean', default: false },
      audit: { type: 'boolean', default: false },
      'audit-head': { type: 'string' },
    },
  });
  const noted = values['audit-head'];
  const auditHead = noted === undefined ? undefined : parseHead(noted);
  const isHead = noted === undefined || auditHead !== undefined;
  if (positionals.length > 0 || !isHead) throw new ConfigError(USAGE);
  const location = dataLocation();
  await withDataFolder(location.dataDir, 'command', async () => {
    if (values.rehearse) return reportRehearsal(location.dataDir);
    const database = await openDatabase({ ...location, readOnly: true });
    const options = { database, dataDir: location.dataDir, auditHead };
    try {
      report(
        values.audit
          ? [await runAuditCheck(options)]
          : await runChecks({
              ...options,
              objectStore: objectStore(),
              deep: values.deep,
              passwords: passwordHasher(),
            }),
      );
    } finally {
      await database.close();
    }
  });
});

async function reportRehearsal(dataDir: string): Promise<void> {
  const onFolder = (folder: string) => {
    // The folder contains X-rays: it must not stay behind.
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(name, () => {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
        process.exit(1);
      });
  };
  const { backupAt, files, bytes, problem } = await rehearse({ dataDir, onFolder });
  const summary = `${files.toLocaleString('en')} files, ${formatBytes(bytes)}`;
  if (problem === undefined)
    console.log(`The backup of ${backupAt} was restored and compared: ${summary}.`);
  else {
    console.log(`PROBLEM the backup of ${backupAt} cannot be restored: ${problem}`);
    process.exitCode = 1;
  }
}

function report(results: readonly CheckResult[]): void {
  for (const { name, summary, problems } of results) {
    console.log(`${name} `.padEnd(10) + summary);
    for (const sentence of problems) console.log(`  PROBLEM ${sentence}`);
  }
  const count = results.reduce((sum, { problems }) => sum + problems.length, 0);
  console.log(count === 0 ? 'No problems found.' : `${formatCount(count, 'problem')} found.`);
  if (count > 0) process.exitCode = 1;
}
