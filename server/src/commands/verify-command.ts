import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { passwordHasher } from '../platform/credentials.ts';
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { placeOfData, runCommand, withDataFolder } from './command.ts';
import { counted } from './verify/check-result.ts';
import { examine } from './verify/verify.ts';

const USAGE = `npm run doctor               looks at everything that is kept, and changes nothing
npm run doctor -- --deep     and reads every byte of every file`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { deep: { type: 'boolean', default: false } },
  });
  if (positionals.length > 0) throw new ConfigError(USAGE);
  const place = placeOfData();
  await withDataFolder(place.dataDir, 'command', () => report(place, values.deep));
});

async function report(place: DatabaseOptions, deep: boolean): Promise<void> {
  const database = await openDatabase({ ...place, readOnly: true });
  try {
    const { dataDir } = place;
    const looks = await examine({ database, dataDir, passwords: passwordHasher(), deep });
    for (const { part, is, wrong } of looks) {
      console.log(`${part.padEnd(10)}${is}`);
      for (const sentence of wrong) console.log(`  WRONG   ${sentence}`);
    }
    const count = looks.reduce((sum, { wrong }) => sum + wrong.length, 0);
    console.log(count === 0 ? 'Nothing is wrong.' : `${counted(count, 'thing')} wrong.`);
    if (count > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
