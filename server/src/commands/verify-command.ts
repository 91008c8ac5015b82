import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { passwordHasher } from '../platform/credentials.ts';
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { dataLocation, objectStore, runCommand, withDataFolder } from './command.ts';
import { formatCount } from './verify/check-result.ts';
import { runChecks } from './verify/verify.ts';

const USAGE = `npm run verify               checks all stored data without changing it
npm run verify -- --deep     also reads every byte of every file`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { deep: { type: 'boolean', default: false } },
  });
  if (positionals.length > 0) throw new ConfigError(USAGE);
  const location = dataLocation();
  await withDataFolder(location.dataDir, 'command', () => report(location, values.deep));
});

async function report(location: DatabaseOptions, deep: boolean): Promise<void> {
  const database = await openDatabase({ ...location, readOnly: true });
  try {
    const { dataDir } = location;
    const data = { database, dataDir, objectStore: objectStore() };
    const results = await runChecks({ ...data, passwords: passwordHasher(), deep });
    for (const { name, summary, problems } of results) {
      console.log(`${name.padEnd(10)}${summary}`);
      for (const sentence of problems) console.log(`  PROBLEM ${sentence}`);
    }
    const count = results.reduce((sum, { problems }) => sum + problems.length, 0);
    console.log(count === 0 ? 'No problems found.' : `${formatCount(count, 'problem')} found.`);
    if (count > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
