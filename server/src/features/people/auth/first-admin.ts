import { randomBytes } from 'node:crypto';
import { writePrivateFile } from '../../../platform/data-folder/data-folder.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';
import type { PasswordHasher } from '../../../platform/secrets/credentials.ts';
import { accountKey } from '../../../platform/secrets/credentials.ts';
import { isoNow } from '../../../platform/time.ts';
import * as admins from './admins.repo.ts';

interface Deps {
  db: Db;
  passwords: PasswordHasher;
  dataDir: string;
  now: () => number;
  configured: { username: string | undefined; password: string | undefined };
}

/**
 * Creates the first admin if there is none. Without a configured password it writes a random one to
 * `first-admin.txt` in the data folder and returns it with the path. Of nodes that start together one creates it.
 */
export async function ensureFirstAdmin({ db, passwords, dataDir, configured, now }: Deps) {
  if (!(await admins.isEmpty(db))) return undefined;
  const username = configured.username ?? 'admin';
  const password = configured.password ?? randomBytes(12).toString('base64url');
  const row = {
    id: newId(),
    username,
    username_key: accountKey(username),
    password_hash: await passwords.hash(password),
    created_at: isoNow(now),
    role: 'owner' as const,
  };
  return db.transaction().execute(async (tx) => {
    if (!(await admins.lockEmpty(tx))) return undefined;
    await admins.insert(tx, row);
    if (configured.password !== undefined) return undefined;
    // Before the commit, so that no crash leaves an admin whose password is unknown.
    const text = `Username: ${username}\nPassword: ${password}\n`;
    const path = await writePrivateFile(dataDir, 'first-admin.txt', text);
    return { username, password, path };
  });
}
