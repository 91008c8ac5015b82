import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { backUp } from './backup/backup.ts';
import { formatBytes } from './backup/file-collector.ts';
import { dataLocation, runCommand } from './command.ts';

const USAGE = `npm run backup -- FOLDER    makes a backup in a new folder of FOLDER; the server may go on
  --keep N                  and removes older ones, so that N are left
  --damaged-too             also where files are missing or damaged: the others are backed up`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'damaged-too': { type: 'boolean', default: false }, keep: { type: 'string' } },
  });
  const [folder, more] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  const isCount = keep === undefined || (Number.isSafeInteger(keep) && keep > 0);
  if (!folder || more !== undefined || !isCount) throw new ConfigError(USAGE);
  const place = dataLocation();
  const database = await openDatabase({ ...place, readOnly: true });
  // Ended on purpose it leaves nothing; killed, the next backup tidies up.
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  const allowDamaged = values['damaged-too'];
  const wishes = { folder, dataDir: place.dataDir, database, allowDamaged, keep };
  try {
    const made = await backUp({ ...wishes, signal: ending.signal, report: console.log });
    const { files, bytes, damaged } = made.manifest;
    console.log(
      `${made.folder}: ${files.toLocaleString('en')} files, ${formatBytes(bytes)}, verified`,
    );
    if (damaged.length > 0)
      throw new ConfigError(`${damaged.length} files were missing or damaged and are not in it.`);
  } finally {
    await database.close();
  }
});
