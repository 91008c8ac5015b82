import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { formatBytes } from './backup/file-collector.ts';
import { dataLocation, runCommand } from './command.ts';
import { restore } from './restore/restore.ts';

const USAGE = `npm run restore -- BACKUP    brings a backup into the empty folder DATA_DIR, and into the empty
                             database DATABASE_URL where it is set; BACKUP is one folder deqiq-…`;

await runCommand(async () => {
  const [backup, more] = parseArgs({ allowPositionals: true }).positionals;
  if (!backup || more !== undefined) throw new ConfigError(USAGE);
  const { dataDir, url } = dataLocation();
  const { at, files, bytes, damaged } = await restore({ backup: resolve(backup), dataDir, url });
  console.log(
    `restored as of ${at}: ${files.toLocaleString('en')} files, ${formatBytes(bytes)}, verified`,
  );
  console.log('Everybody signs in again. Erase once more whom you erased after that moment.');
  if (damaged.length > 0)
    console.log(`${damaged.length} files were not in the backup: npm run doctor says which.`);
});
