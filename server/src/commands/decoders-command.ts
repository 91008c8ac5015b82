import { parseArgs } from 'node:util';
import { openDatabase } from '../platform/db/database.ts';
import { ConfigError } from '../platform/errors.ts';
import * as attempts from '../platform/media/attempts.repo.ts';
import { existingDatabase, runCommand } from './command.ts';

const USAGE = `npm run decoders                lists the files that are no longer decoded, with the reason
npm run decoders -- retry ID    allows decoding one of them again; --all: all of them`;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  const [verb, id, ...more] = positionals;
  const isList = verb === undefined && !values.all;
  const isRetry = verb === 'retry' && (id === undefined) === values.all;
  if (more.length > 0 || !(isList || isRetry)) throw new ConfigError(USAGE);
  const database = await openDatabase({ ...existingDatabase(), readOnly: isList });
  try {
    const rows = await attempts.list(database.db);
    const selected = rows.filter(({ subject }) => isList || values.all || subject === id);
    if (id !== undefined && selected.length === 0)
      throw new ConfigError(`The file ${id} is not one of those that npm run decoders lists.`);
    if (isRetry) {
      await attempts.forget(
        database.db,
        selected.map(({ subject }) => subject),
      );
    }
    for (const { subject, started_at, failure, attempts: count } of selected)
      console.log(`${subject}  ${started_at}  ${failure ?? `interrupted, ${count} attempts`}`);
    console.log(`${selected.length} files${isRetry ? ' may be decoded again' : ''}.`);
  } finally {
    await database.close();
  }
});
