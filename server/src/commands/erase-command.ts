import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { auditService } from '../features/audit/audit.service.ts';
import { picturesService } from '../features/pictures/pictures.service.ts';
import { readLastBackup } from '../platform/data-folder/last-backup.ts';
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { decoderPool } from '../platform/media/decoder-pool.ts';
import { mediaService } from '../platform/media/media.service.ts';
import { openDiskStorage } from '../platform/storage/disk/disk.ts';
import { formatBytes } from './backup/file-collector.ts';
import { dataLocation, runCommand, withDataFolder } from './command.ts';
import { eraseService, type Plan, type Request } from './erase/erase.service.ts';

const USAGE = `npm run erase -- partner ID|E-MAIL                            a partner, with the files of its checkups
npm run erase -- patient CHECKUP [CHECKUP …]                  the patient of these checkups
npm run erase -- patient --name NAME --partner ID|E-MAIL      that partner's patient of this name
npm run erase -- patient --name NAME                          somebody who has only filled in a form
  --keep-files      a partner's checkups keep their files: they are the patients'
  --except ID       leaves out a row that is somebody else's of the same name; may be repeated
  --yes             does not ask`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    partner: { type: 'string' },
    'keep-files': { type: 'boolean', default: false },
    except: { type: 'string', multiple: true, default: [] },
    yes: { type: 'boolean', default: false },
  },
});

function requested(): Request {
  const [kind, ...ids] = positionals;
  const [id] = ids;
  const { name, partner } = values;
  if (kind === 'partner' && id && ids.length === 1)
    return { kind, partner: id, keepFiles: values['keep-files'] };
  if (kind === 'patient' && id && !name && !partner) return { kind, checkups: ids };
  if (kind === 'patient' && !id && name?.trim()) return { kind, name, ...(partner && { partner }) };
  throw new ConfigError(USAGE);
}

/** What goes, in numbers and ids: names stay out of terminals' histories and logs. */
function describePlan(plan: Plan): string[] {
  const { person, files, deletions, cards, forms, texts, namesakes } = plan;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const lines = [
    `${person.kind} ${person.pseudonym}`,
    ...person.checkups.map((id) => `  checkup ${id}: without name and description`),
    `  ${files.length} files of ${person.emptiedCheckups.length} checkups, ${formatBytes(bytes)}`,
    ...deletions.map((id) => `  deletion ${id}: removed for good`),
    ...cards.map(({ id, pictures }) => `  card ${id} with ${pictures.length} pictures`),
    ...forms.map(({ table, id }) => `  ${table.replaceAll('_', ' ')} ${id}`),
    ...texts.map(({ table, id, column }) => `  the name in ${column} of ${table} ${id}`),
  ];
  if (namesakes.length > 0)
    lines.push(`of the same name, and left as they are: checkups ${namesakes.join(', ')}`);
  return lines;
}

async function isConfirmed(): Promise<boolean> {
  if (values.yes) return true;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await prompt.question('This cannot be taken back. Type ERASE to go on: ');
  prompt.close();
  return typed.trim() === 'ERASE';
}

await runCommand(async () => {
  const request = requested();
  const place = dataLocation();
  // With the wrong DATA_DIR there is nobody to erase, and no empty database to be made.
  await (await openDatabase({ ...place, readOnly: true })).close();
  await withDataFolder(place.dataDir, 'erase', () => erasePerson(request, place));
});

async function erasePerson(request: Request, place: DatabaseOptions): Promise<void> {
  const database = await openDatabase(place);
  const storage = await openDiskStorage(join(place.dataDir, 'objects'));
  const { db } = database;
  const now = Date.now;
  try {
    // Erasing decodes nothing: no process starts.
    const media = mediaService({ db, pool: decoderPool({ folder: place.dataDir }) });
    const pictures = picturesService({ db, storage, media, now });
    const audit = auditService({ db, now });
    const erase = eraseService({ database, storage, pictures, audit, now });
    const plan = await erase.plan(request, values.except);
    for (const line of describePlan(plan)) console.log(line);
    if (!(await isConfirmed())) throw new ConfigError('Nothing was changed.');
    await erase.execute(plan, values.except);
    console.log('Erased: all of this is gone, the ledger and the audit name the id alone.');
    const backup = await readLastBackup(place.dataDir);
    if (backup)
      console.log(`Backups up to ${backup.at} still have it: make a new one, remove the older.`);
  } finally {
    await storage.close();
    await database.close();
  }
}
