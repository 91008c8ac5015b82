import { parseArgs } from 'node:util';
import * as repo from '../features/imaging/imaging/imaging.repo.ts';
import { openDatabase } from '../platform/db/database.ts';
import { ConfigError } from '../platform/errors.ts';
import { existingDatabase, runCommand } from './command.ts';
import { deriveAgain, deriveFiles } from './derive/derive-again.ts';

const USAGE = `npm run derive                 prints how many files have their pictures
npm run derive -- ID …         has the pictures of these files made again
npm run derive -- --failed     has those of all files made again whose pictures failed
npm run derive -- --all        has those of every file made again`;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      failed: { type: 'boolean', default: false },
    },
  });
  const { all, failed } = values;
  if ([all, failed, positionals.length > 0].filter(Boolean).length > 1)
    throw new ConfigError(USAGE);
  const isReport = !all && !failed && positionals.length === 0;
  const database = await openDatabase({ ...existingDatabase(), readOnly: isReport });
  try {
    if (isReport) {
      for (const { state, count } of await repo.countByState(database.db))
        console.log(`${state}: ${count}`);
      return;
    }
    for (const id of positionals)
      if (!(await repo.findFile(database.db, id))) throw new ConfigError(`There is no file ${id}.`);
    const count =
      positionals.length > 0
        ? await deriveFiles(database, positionals)
        : await deriveAgain(
            database,
            all ? ['ready', 'unsupported', 'failed', 'pending'] : ['failed'],
          );
    console.log(`The pictures of ${count} files are made again by the running server.`);
  } finally {
    await database.close();
  }
});
