import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { Client } from '@deqiq/testkit/client.ts';
import { findOfferedKind, reserve } from '@deqiq/testkit/http/booking.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { buildApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config.ts';
import { ensureFirstAdmin } from '../../../server/src/features/people/auth/first-admin.ts';
import { loadPages } from '../../../server/src/features/site/website/built-pages.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import type { App } from '../../../server/src/platform/http/app-types.ts';
import { decoderPool } from '../../../server/src/platform/media/pool/decoder-pool.ts';
import { passwordHasher } from '../../../server/src/platform/secrets/credentials.ts';
import { openDiskStorage } from '../../../server/src/platform/storage/disk/disk.ts';

const BUILD = fileURLToPath(new URL('../../../web/build.ts', import.meta.url));

export interface PublicSite {
  readonly url: string;
  readonly paths: readonly string[];
  /** The page on which a patient chooses a time. No search engine may index it. */
  readonly bookingPath: string;
  close(): Promise<void>;
}

const PATHS = [
  '/',
  '/haqqimizda',
  '/laboratoriya',
  '/rentgen',
  '/akademiya',
  '/elaqe',
  '/qeydiyyat',
  '/partnyorlar',
  '/partnyor/şirkətlər',
  '/partnyor/həkimlər',
];

/** The whole application on a free port, with pages built for its URL. */
export async function publicSite(folder: string): Promise<PublicSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const web = join(folder, 'web');
  const env = { ...process.env, PUBLIC_URL: url };
  execFileSync(process.execPath, [BUILD, web], { env, stdio: 'ignore' });
  const dataDir = join(folder, 'site');
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: String(port) });
  const database = await openDatabase({ dataDir });
  const storage = await openDiskStorage(join(dataDir, 'objects'));
  const secret = Buffer.alloc(48, 1);
  const passwords = passwordHasher();
  const decoders = decoderPool({ folder: join(dataDir, 'objects') });
  const { app } = await buildApp({
    config,
    database,
    storage,
    secret,
    decoders,
    derivers: decoders,
    runsJobs: false,
    passwords,
    pages: await loadPages(web),
  });
  await app.listen({ port, host: '127.0.0.1' });
  await ensureFirstAdmin({
    db: database.db,
    passwords,
    dataDir,
    now: Date.now,
    configured: ADMIN,
  });
  return {
    url,
    paths: PATHS,
    bookingPath: await beginBooking(app),
    close: async () => {
      await app.close();
      await decoders.close();
      await storage.close();
      await database.close();
    },
  };
}

/** Opens a machine for booking, and sends the public form. */
async function beginBooking(app: App): Promise<string> {
  const visitor = new Client(app);
  const admin = await visitor.signIn('admin', ADMIN);
  await findOfferedKind(admin);
  return BOOKING_PATH + (await reserve(visitor));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
