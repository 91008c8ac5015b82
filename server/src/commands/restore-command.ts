import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../platform/errors.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { dataLocation, objectStore, runCommand } from './command.ts';
import { restore } from './restore/restore.ts';

const USAGE = `npm run restore -- BACKUP    restores a backup into the empty folder DATA_DIR and, if set, the
                             empty database DATABASE_URL, and the empty object store STORAGE_URL;
                             BACKUP is a folder deqiq-…`;

await runCommand(USAGE, async () => {
  const [backup, more] = parseArgs({ allowPositionals: true }).positionals;
  if (!backup || more !== undefined) throw new ConfigError(USAGE);
  const { dataDir, url } = dataLocation();
  const target = { dataDir, url, objectStore: objectStore() };
  const { at, files, bytes, damaged } = await restore({ backup: resolve(backup), ...target });
  console.log(
    `restored as of ${at}: ${files.toLocaleString('en')} files, ${formatBytes(bytes)}, verified`,
  );
  console.log('All sessions were ended. Repeat any erasure made after the backup.');
  if (damaged.length > 0)
    console.log(`${damaged.length} files were not in the backup: npm run verify lists them.`);
});
