import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { type Config, readConfig, requireNode } from './config.ts';
import {
  openRecordedStorage,
  recordStore,
} from './features/operations/data-identity/file-location.service.ts';
import { ensureFirstAdmin } from './features/people/auth/first-admin.ts';
import { loadSecret } from './features/people/sessions/tokens.service.ts';
import { loadPages } from './features/site/website/built-pages.ts';
import { keepSecondFactorKey, restrictPrivateFiles } from './platform/data-folder/data-folder.ts';
import { assertNotHalfRestored } from './platform/data-folder/unfinished-restore.ts';
import { openDatabase } from './platform/db/database.ts';
import { DatabaseOpenError } from './platform/db/errors.ts';
import { lockDataFolder } from './platform/db/locks/data-folder-lock.ts';
import { LockError } from './platform/db/locks/folder-lock.ts';
import { openNodeClock } from './platform/db/node-clock.ts';
import { ConfigError } from './platform/errors.ts';
import { BACKGROUND_PROCESSES } from './platform/media/limits.ts';
import { decoderPool } from './platform/media/pool/decoder-pool.ts';
import { type PasswordHasher, passwordHasher } from './platform/secrets/credentials.ts';
import { objectsFolder, StorageOpenError } from './platform/storage/open-storage.ts';
import type { Storage } from './platform/storage/storage.ts';
import { connectWhenPossible, listeningPort } from './starting.ts';

const WEB_BUILD = fileURLToPath(new URL('../../build/web', import.meta.url));

/** The process: settings → database → storage → app → listen → drain on SIGTERM. Waits for a database or store that is away. */
async function main(): Promise<void> {
  requireNode();
  // Stored files are for the process and the group of their folder, a proxy's perhaps. The database and
  // the secrets get the mode 0600 where they are created.
  process.umask(0o027);
  const config = readConfig();
  const pages = await loadPages(WEB_BUILD);
  const lock = await lockDataFolder(
    config.dataDir,
    config.databaseUrl ? 'shared-server' : 'server',
  );
  await assertNotHalfRestored(config.dataDir);
  await restrictPrivateFiles(config.dataDir);
  const { secondFactorKey } = config;
  if (secondFactorKey) await keepSecondFactorKey(config.dataDir, secondFactorKey);
  const secret = await loadSecret(config.dataDir, config.sessionSecret);
  const passwords = passwordHasher();
  const { connected, port } = await connectWhenPossible(() => connect(config, passwords), config);
  const { database, storage, clock } = connected;
  const folder = objectsFolder(config.dataDir);
  const decoders = decoderPool({ folder });
  const derivers = decoderPool({ folder, processes: BACKGROUND_PROCESSES, isBackground: true });
  const deps = {
    clock: clock.now,
    config,
    database,
    storage,
    secret,
    pages,
    decoders,
    derivers,
    passwords,
  };
  const { app, draining } = await buildApp(deps);

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await draining.drain();
    await app.close();
    await Promise.all([decoders.close(), derivers.close()]);
    clock.stop();
    await storage.close();
    await database.close();
    lock.release();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());

  if (config.mail && !config.publicUrl)
    console.warn('Links in e-mail lead to this machine only: set PUBLIC_URL.');
  await app.listen({ port, host: config.host });
  console.log(
    `Dəqiq Diaqnostika: http://${displayHost(config.host)}:${listeningPort(app.server.address())}`,
  );
}

/** Connects to the database and the object store. Leaves nothing open where it throws. */
async function connect(config: Config, passwords: PasswordHasher) {
  const { dataDir, databaseUrl: url, objectStore, admin: configured } = config;
  const database = await openDatabase({ dataDir, ...(url && { url }) });
  const { db } = database;
  let storage: Storage | undefined;
  try {
    storage = await openRecordedStorage({ dataDir, db, objectStore });
    await recordStore(db, { objectStore, storage, now: Date.now });
    const first = await ensureFirstAdmin({ db, passwords, dataDir, configured, now: Date.now });
    if (first) announceFirstAdmin(first);
    return { database, storage, clock: await openNodeClock(db) };
  } catch (error) {
    await storage?.close();
    await database.close();
    throw error;
  }
}

function announceFirstAdmin(first: { username: string; password: string; path: string }): void {
  console.log(`The first admin's username and password are in ${first.path}`);
  // If the output is stored in a log, it must not contain the password.
  if (process.stdout.isTTY) console.log(`  ${first.username} / ${first.password}`);
}

const displayHost = (host: string) =>
  host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;

const isExpectedError = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof DatabaseOpenError ||
  error instanceof StorageOpenError ||
  error instanceof LockError;

try {
  await main();
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  if (isExpectedError(error)) console.error(error.message);
  else if (code === 'EADDRINUSE') console.error('The port is in use; set PORT to another one.');
  else console.error(error);
  process.exit(1);
}
