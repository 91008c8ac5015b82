import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { picturesService } from '../features/imaging/pictures/pictures.service.ts';
import { auditService } from '../features/operations/audit/audit.service.ts';
import { sealAudit } from '../features/operations/audit/chain/chain.service.ts';
import { openRecordedStorage } from '../features/operations/data-identity/file-location.service.ts';
import { readLastBackup } from '../platform/data-folder/last-backup.ts';
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { ConfigError } from '../platform/errors.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { mediaService } from '../platform/media/media.service.ts';
import { decoderPool } from '../platform/media/pool/decoder-pool.ts';
import { existingDatabase, objectStore, readLine, runCommand, withDataFolder } from './command.ts';
import { eraseService } from './erase/erase.service.ts';
import type { Plan } from './erase/plan.ts';
import type { Request } from './erase/resolve-person.ts';
import { countSpooledFiles } from './erase/studies.repo.ts';

const USAGE = `npm run erase -- partner ID|E-MAIL                            a partner and the files of its checkups
npm run erase -- patient CHECKUP [CHECKUP …]                  the patient of these checkups
npm run erase -- patient CODE                                 the patient of this code, with all visits
npm run erase -- patient --name NAME --partner ID|E-MAIL      the patient of this name at that partner
npm run erase -- patient --name NAME                          a person who only submitted a form
  --keep-files      keeps the files of a partner's checkups, which belong to the patients
  --except ID       skips a row of another person with the same name; repeatable
  --yes             skips the confirmation`;

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      partner: { type: 'string' },
      'keep-files': { type: 'boolean', default: false },
      except: { type: 'string', multiple: true, default: [] },
      yes: { type: 'boolean', default: false },
    },
  });

type Arguments = ReturnType<typeof readArguments>;

function parseRequest({ values, positionals }: Arguments): Request {
  const [kind, ...ids] = positionals;
  const [id] = ids;
  const { name, partner } = values;
  if (kind === 'partner' && id && ids.length === 1)
    return { kind, partner: id, keepFiles: values['keep-files'] };
  const isCode = id !== undefined && patientCodes.parse(id) !== undefined;
  if (kind === 'patient' && isCode && ids.length === 1 && !name && !partner)
    return { kind, code: id };
  if (kind === 'patient' && id && !name && !partner) return { kind, checkups: ids };
  if (kind === 'patient' && !id && name?.trim()) return { kind, name, ...(partner && { partner }) };
  throw new ConfigError(USAGE);
}

/** Describes a plan in counts and ids; names must not reach terminal histories and logs. */
function describePlan(plan: Plan): string[] {
  const { person, files, deletions, studies, cards, forms, texts, namesakes } = plan;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const lines = [
    `${person.kind} ${person.pseudonym}`,
    ...person.checkups.map((id) => `  checkup ${id}: without name and description`),
    ...person.patients.map((id) => `  patient ${id}: the code remains`),
    ...person.referrals.map((id) => `  referral ${id}: without names and texts`),
    `  ${files.length} files of ${person.emptiedCheckups.length} checkups, ${formatBytes(bytes)}`,
    ...deletions.map((id) => `  deletion ${id}: removed for good`),
    ...studies.map((id) => `  study ${id} of a machine: removed with its files`),
    ...cards.map(({ id, pictures }) => `  card ${id} with ${pictures.length} pictures`),
    ...forms.map(({ table, id }) => `  ${table.replaceAll('_', ' ')} ${id}`),
    ...texts.map(({ table, id, column }) => `  the name in ${column} of ${table} ${id}`),
    ...texts
      .filter(({ table, column }) => table === 'dicom_headers' && column === 'patient_name')
      .map(({ id }) => `not erased: file ${id} names the person, but is in the checkup of another`),
  ];
  const isEmpty = person.kind === 'patient' && files.length === 0 && lines.length === 2;
  if (isEmpty) lines.push('  nothing was found: check the name');
  if (namesakes.length > 0)
    lines.push(`not erased, although the name is the same: checkups ${namesakes.join(', ')}`);
  return lines;
}

async function isConfirmed(): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await readLine(prompt, 'This cannot be undone. Type ERASE to continue: ');
  prompt.close();
  return typed?.trim() === 'ERASE';
}

await runCommand(USAGE, async () => {
  const { values, positionals } = readArguments();
  const request = parseRequest({ values, positionals });
  const location = existingDatabase();
  const { except, yes } = values;
  await withDataFolder(location.dataDir, 'erase', () =>
    erasePerson(request, { ...location, except, yes }),
  );
});

interface Options extends DatabaseOptions {
  readonly except: readonly string[];
  /** Skips the confirmation. */
  readonly yes: boolean;
}

async function erasePerson(request: Request, options: Options): Promise<void> {
  const { except, yes, ...location } = options;
  const database = await openDatabase(location);
  const { db } = database;
  const files = { dataDir: location.dataDir, db, objectStore: objectStore() };
  const storage = await openRecordedStorage(files).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const now = Date.now;
  try {
    // The pool never starts a process, because erasing decodes nothing.
    const media = mediaService({ db, pool: decoderPool({ folder: location.dataDir }) });
    const pictures = picturesService({ db, storage, media, now });
    const audit = auditService({ db, now });
    const erase = eraseService({ database, storage, pictures, audit, now });
    const plan = await erase.plan(request, except);
    for (const line of describePlan(plan)) console.log(line);
    if (!yes && !(await isConfirmed())) throw new ConfigError('Nothing was changed.');
    await erase.execute(plan, except);
    await sealAudit({ db, now });
    console.log('Erased. The ledger and the audit contain only the id.');
    const spooled = await countSpooledFiles(db);
    if (spooled > 0)
      console.log(
        `${spooled} files in the spool of the DICOM intake were not searched: erase again when it has forwarded them, and look into its folder rejected/.`,
      );
    const backup = await readLastBackup(location.dataDir);
    if (backup)
      console.log(
        `Backups up to ${backup.at} still contain the person: create a new one, remove the older ones.`,
      );
  } finally {
    await storage.close();
    await database.close();
  }
}
