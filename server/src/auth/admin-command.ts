import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type StaffRole, staffRoles } from '@deqiq/contract/auth.ts';
import { PASSWORD_LENGTH } from '@deqiq/contract/limits.ts';
import { assertNotHalfRestored } from '../backup/unfinished-restore.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { LockError, lockDataFolder } from '../db/folder-lock.ts';
import type { Db } from '../db/tables.ts';
import * as admins from './admins.repo.ts';
import { keyOf } from './login-key.ts';
import { passwordHashing } from './passwords.ts';
import * as sessions from './sessions.repo.ts';

const USAGE = `npm run admin -- add NAME      adds an owner; with --role staff a member of staff
npm run admin -- reset NAME    gives an admin a new password and ends every session
The password is asked for; left empty, one is made and printed.`;

/** npm run admin: each member of staff has a name of their own, so that the audit can tell them apart. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string', default: 'owner' } },
  });
  const [verb = '', name = ''] = positionals;
  if (!['add', 'reset'].includes(verb) || name.trim() === '') throw new ConfigError(USAGE);
  const role = staffRoles.find((each) => each === values.role);
  if (!role) throw new ConfigError(`The role is one of ${staffRoles.join(', ')}.`);
  const config = readConfig();
  const { dataDir, databaseUrl: url } = config;
  const lock = await lockDataFolder(dataDir, 'command');
  await assertNotHalfRestored(dataDir);
  const { db, close } = await openDatabase({ dataDir, ...(url && { url }) });
  try {
    const known = await admins.findByKey(db, keyOf(name));
    if (verb === 'add' && known) throw new ConfigError(`There is an admin ${name} already.`);
    if (verb === 'reset' && !known) throw new ConfigError(`There is no admin ${name}.`);
    const { password, isMade } = await choosePassword();
    const hash = await passwordHashing().hash(password);
    if (known) await resetPassword(db, known, hash);
    else await add(db, { username: name.trim(), password_hash: hash, role });
    console.log(isMade ? `${name}: ${password}` : `${name}: done`);
  } finally {
    await close();
    lock.release();
  }
}

interface NewAdmin {
  username: string;
  password_hash: string;
  role: StaffRole;
}

async function add(db: Db, admin: NewAdmin): Promise<void> {
  await admins.insert(db, {
    ...admin,
    id: randomUUIDv7(),
    username_key: keyOf(admin.username),
    created_at: new Date().toISOString(),
  });
}

async function resetPassword(
  db: Db,
  admin: { id: string; password_hash: string },
  hash: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await admins.setPasswordHash(tx, admin.id, admin.password_hash, hash);
    await sessions.removeOfPerson(tx, 'admin', admin.id, undefined);
  });
}

async function choosePassword(): Promise<{ password: string; isMade: boolean }> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const typed = (await prompt.question('New password (empty: make one): ')).trim();
  prompt.close();
  if (typed === '') return { password: randomBytes(12).toString('base64url'), isMade: true };
  if (typed.length < PASSWORD_LENGTH.adminMin)
    throw new ConfigError(`The password must be at least ${PASSWORD_LENGTH.adminMin} characters.`);
  return { password: typed, isMade: false };
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof LockError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
