import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { PASSWORD_LENGTH } from '@deqiq/contract/shared/limits.ts';
import { findWeakness, type Weakness } from '@deqiq/contract/shared/passwords/weak-passwords.ts';
import { type StaffRole, staffRoles } from '@deqiq/contract/shared/roles.ts';
import * as weaknessMessages from '@deqiq/messages/people/weak-passwords.js';
import { auditService } from '../features/operations/audit/audit.service.ts';
import { sealAudit } from '../features/operations/audit/chain/chain.service.ts';
import * as admins from '../features/people/auth/admins.repo.ts';
import { secondFactorService } from '../features/people/second-factor/second-factor.service.ts';
import { sessionsService } from '../features/people/sessions/sessions.service.ts';
import { type StaffService, staffService } from '../features/people/staff/staff.service.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { ConfigError } from '../platform/errors.ts';
import { accountKey, passwordHasher } from '../platform/secrets/credentials.ts';
import { dataLocation, existingDatabase, readLine, runCommand, withDataFolder } from './command.ts';
import { sendTestMail } from './test-mail.ts';

const warnings: Readonly<Record<Weakness, () => string>> = {
  common: weaknessMessages.common,
  house: weaknessMessages.house,
  personal: weaknessMessages.personal,
};

const USAGE = `npm run admin -- add NAME        adds an owner; with --role staff a member of staff
npm run admin -- reset NAME      sets a new password and ends every session
npm run admin -- list            names, roles, states and open sessions
npm run admin -- disable NAME    blocks sign-in; enable NAME allows it again
npm run admin -- remove NAME     removes the account; the audit keeps the id
npm run admin -- sign-out NAME   ends every session of the account
npm run admin -- sign-out-all    ends every session of staff and partners
npm run admin -- test-mail TO    sends a message to this address, and says whether it was accepted
The command asks for the password; if it is left empty, it generates and prints one.`;

const VERBS = [
  'add',
  'reset',
  'list',
  'disable',
  'enable',
  'remove',
  'sign-out',
  'sign-out-all',
  'test-mail',
];

interface Services {
  readonly db: Database['db'];
  readonly staff: StaffService;
  /** Ends every session and returns the count. */
  readonly signOutAll: () => Promise<number>;
}

/** Each member of staff has an account, so that the audit can identify them. */
await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string', default: 'owner' } },
  });
  const [verb = '', name = '', ...more] = positionals;
  const isNamed = verb !== 'list' && verb !== 'sign-out-all';
  if (!VERBS.includes(verb) || isNamed !== (name.trim() !== '') || more.length > 0)
    throw new ConfigError(USAGE);
  if (verb === 'test-mail') return sendTestMail(name);
  const role = staffRoles.find((each) => each === values.role);
  if (!role) throw new ConfigError(`The role is one of ${staffRoles.join(', ')}.`);
  // The first account may be added before the first start.
  const location = verb === 'add' ? dataLocation() : existingDatabase();
  await withDataFolder(location.dataDir, 'command', async () => {
    const database = await openDatabase(location);
    try {
      await run(createServices(database, location.dataDir), { verb, name, role });
      await sealAudit({ db: database.db, now: Date.now });
    } finally {
      await database.close();
    }
  });
});

function createServices({ db, versions }: Database, dataDir: string): Services {
  const now = Date.now;
  const audit = auditService({ db, now });
  const sessions = sessionsService({ db, versions, now });
  const passwords = passwordHasher();
  const factors = secondFactorService({ db, dataDir, passwords, limited: false, now });
  const staff = staffService({ db, passwords, sessions, factors, audit, now });
  const signOutAll = () =>
    db.transaction().execute(async (tx) => {
      const count = await sessions.endAllSessions(tx);
      const entry = { action: 'end-all-sessions', object: 'session', detail: String(count) };
      await audit.recordEntry(tx, { ...entry, actor: null, result: 'ok' });
      return count;
    });
  return { db, staff, signOutAll };
}

interface Request {
  readonly verb: string;
  readonly name: string;
  readonly role: StaffRole;
}

async function run({ db, staff, signOutAll }: Services, { verb, name, role }: Request) {
  if (verb === 'list') return printList(staff);
  if (verb === 'sign-out-all') return console.log(`${await signOutAll()} sessions ended`);
  const account = await admins.findByKey(db, accountKey(name));
  if (verb === 'add' && account) throw new ConfigError(`The admin ${name} already exists.`);
  if (verb !== 'add' && !account) throw new ConfigError(`There is no admin ${name}.`);
  const id = account?.id ?? '';
  if (verb === 'add' || verb === 'reset') {
    const { password, isMade: isGenerated } = await choosePassword(name);
    if (account) await staff.resetPassword(null, id, password);
    else await staff.create(null, { username: name.trim(), role, password });
    return console.log(isGenerated ? `${name}: ${password}` : `${name}: done`);
  }
  if (verb === 'remove') await staff.remove(null, id);
  else if (verb === 'sign-out') await staff.signOut(null, id);
  else await staff.changeStatus(null, id, verb === 'disable' ? 'disabled' : 'active');
  console.log(`${name}: done`);
}

async function printList(staff: StaffService): Promise<void> {
  const rows = (await staff.list()).staff.map(
    ({ username, role, status, sessions, secondFactor, createdAt }) => [
      username,
      role,
      status,
      `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
      secondFactor ? 'second factor' : 'password only',
      `since ${createdAt.slice(0, 10)}`,
    ],
  );
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(cell.length, all[index] ?? 0)),
    [],
  );
  for (const row of rows)
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

async function choosePassword(name: string): Promise<{ password: string; isMade: boolean }> {
  const typed = (await readHidden('New password (empty: generate one): '))?.trim();
  if (typed === undefined) throw new ConfigError('No password was entered: nothing was changed.');
  if (typed === '') return { password: randomBytes(12).toString('base64url'), isMade: true };
  if (typed.length < PASSWORD_LENGTH.adminMin)
    throw new ConfigError(`The password must be at least ${PASSWORD_LENGTH.adminMin} characters.`);
  const weakness = findWeakness(typed, [name]);
  if (weakness) console.error(warnings[weakness]());
  return { password: typed, isMade: false };
}

/** Reads a line from the terminal without echo. undefined: the input has ended. */
async function readHidden(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { stdin } = process;
  const prompt = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true });
  prompt.once('SIGINT', () => process.exit(130));
  try {
    return await readLine(prompt, '');
  } finally {
    prompt.close();
    process.stdout.write('\n');
  }
}
