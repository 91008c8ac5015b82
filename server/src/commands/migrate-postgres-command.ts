import { parseArgs } from 'node:util';
import { ConfigError } from '../platform/errors.ts';
import { existingDatabase, runCommand } from './command.ts';
import { migrateToPostgres } from './migrate/to-postgres.ts';

const USAGE = `npm run migrate:postgres -- URL    copies the SQLite database of DATA_DIR into the empty PostgreSQL
                                   database URL; stop the server first`;

await runCommand(USAGE, async () => {
  const [url, more] = parseArgs({ allowPositionals: true }).positionals;
  if (!url || !/^postgres(ql)?:\/\/\S+$/.test(url) || more !== undefined)
    throw new ConfigError(USAGE);
  const { dataDir, url: current } = existingDatabase();
  if (current !== undefined)
    throw new ConfigError('DATABASE_URL is set: the data is in PostgreSQL already.');
  const rows = await migrateToPostgres({ dataDir, url, report: console.log });
  console.log(`${rows.toLocaleString('en')} rows were copied and compared.`);
  console.log('Set DATABASE_URL to this address, keep DATA_DIR, and start the server.');
});
