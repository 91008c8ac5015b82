import { randomUUIDv7 } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { Partner } from '@deqiq/contract/people/partners.ts';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { imagingService } from '../../server/src/features/imaging/imaging/imaging.service.ts';
import { auditService } from '../../server/src/features/operations/audit/audit.service.ts';
import { ensureFirstAdmin } from '../../server/src/features/people/auth/first-admin.ts';
import type { Pages } from '../../server/src/features/site/website/built-pages.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { BACKGROUND_PROCESSES } from '../../server/src/platform/media/limits.ts';
import { mediaService } from '../../server/src/platform/media/media.service.ts';
import {
  type DecoderPool,
  decoderPool,
} from '../../server/src/platform/media/pool/decoder-pool.ts';
import type { MessageEvents } from '../../server/src/platform/messaging/message-channel.ts';
import { passwordHasher } from '../../server/src/platform/secrets/credentials.ts';
import { type ObjectStore, openStorage } from '../../server/src/platform/storage/open-storage.ts';
import { Client } from './client.ts';
import { type FreshDatabase, migratedDatabase } from './databases/fresh-database.ts';
import { untilTrue } from './jobs/queues.ts';
import { ADMIN, PARTNER_PASSWORD } from './logins.ts';

/** Signs the tokens and links of every test world. */
export const SECRET = Buffer.from('a secret of the tests that signs tokens and links');

interface Options {
  /** Milliseconds since 1970. */
  now?: () => number;
  rateLimits?: boolean;
  /** A code of the first admin, who already has a second factor. */
  otp?: string | undefined;
  /** Default: a pool that all worlds of a test file share. */
  decoders?: DecoderPool;
  derivers?: DecoderPool;
  /** Whether jobs run; by default they wait, so that no process decodes what a test does not look at. */
  runsJobs?: boolean;
  /** Receives events of stand-ins of providers. */
  messageEvents?: MessageEvents;
  /** Environment variables of the server. */
  settings?: Record<string, string>;
  /** Waits before a slowed sign-in; by default not at all. */
  pause?: (milliseconds: number) => Promise<unknown>;
  /** Signs tokens and links; by default SECRET. */
  secret?: Buffer;
  /** The database; by default a fresh one of the kind in TEST_DATABASE. */
  location?: FreshDatabase;
  /** The public pages; by default none. */
  pages?: Pages;
  /** Where the files are; by default in the data folder. */
  objectStore?: ObjectStore;
}

/** Hashes with minimal cost: a test signs in several people and does not measure hashing. */
export const testPasswords = passwordHasher({ cost: { memoryCost: 8, timeCost: 1 } });

/** Registers cleanup, like the context of a test. */
export interface Ending {
  after(end: () => Promise<void>): void;
}

export type World = Awaited<ReturnType<typeof newWorld>>;

interface Opened {
  readonly app: Awaited<ReturnType<typeof buildApp>>['app'];
  readonly storage: Awaited<ReturnType<typeof openStorage>>;
  readonly database: Awaited<ReturnType<typeof openDatabase>>;
  readonly location: FreshDatabase;
}

/**
 * Waits for the jobs that a pool runs: where the end of a world aborts one, its process ends with it, and the start of
 * another takes longer than the rest of a usual job.
 */
async function finishRunning(pool: DecoderPool): Promise<void> {
  const latest = Date.now() + 2_000;
  await untilTrue(async () => pool.stats().running === 0 || Date.now() >= latest);
}

/**
 * Closes a world and drops its references: the test runner holds every hook until the end of the run, and with it
 * 30 MB of a world.
 */
function closeOnce(opened: Opened | undefined): () => Promise<void> {
  return async () => {
    if (!opened) return;
    const { app, storage, database, location } = opened;
    opened = undefined;
    await finishRunning(sharedDerivers);
    await app.close();
    await storage.close();
    await database.close();
    await location.drop();
  };
}

/**
 * The whole application on a separate database, with clients signed in by role and factories with defaults for
 * everything that a test does not set. All of it is removed after the test.
 */
export async function newWorld(
  t: Ending,
  {
    now = Date.now,
    rateLimits = false,
    settings = {},
    otp,
    secret = SECRET,
    pause = noPause,
    ...options
  }: Options = {},
) {
  const location = options.location ?? (await migratedDatabase());
  const database = await openDatabase(location);
  const { objectStore } = options;
  const storage = await openStorage({ dataDir: location.dataDir, db: database.db, objectStore });
  const config = readConfig({
    DATA_DIR: location.dataDir,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    PUSH_SERVICES: 'push.example.com',
    RATE_LIMITS: rateLimits ? 'on' : 'off',
    ...settings,
  });
  const { db } = database;
  await ensureFirstAdmin({
    db,
    passwords: testPasswords,
    dataDir: location.dataDir,
    now: Date.now,
    configured: ADMIN,
  });
  const { app } = await buildApp({
    config,
    database,
    storage,
    secret,
    passwords: testPasswords,
    pause,
    pages: options.pages ?? noPages,
    decoders: options.decoders ?? sharedDecoders,
    derivers: options.derivers ?? sharedDerivers,
    runsJobs: options.runsJobs ?? false,
    jobTiming: { pollInterval: 50 },
    ...(options.messageEvents && { messageEvents: options.messageEvents }),
    now,
  });
  t.after(closeOnce({ app, storage, database, location }));

  const imaging = imagingService({
    db,
    storage,
    now,
    pool: sharedDerivers,
    jobs: { handle: () => {}, enqueue: () => Promise.resolve() },
    audit: auditService({ db, now, log: app.log }),
  });
  const visitor = new Client(app);
  const signInAdmin = () => visitor.signIn('admin', ADMIN);
  const admin = await visitor.signIn('admin', { ...ADMIN, otp });

  async function addPartner(overrides: Partial<NewPartner> = {}): Promise<Partner> {
    const answer = await admin.post('/api/admin/partners', { ...somePartner(), ...overrides });
    return answer.ok<{ partner: Partner }>().partner;
  }

  return {
    app,
    db,
    now,
    storage,
    media: mediaService({ db, pool: options.decoders ?? sharedDecoders, now }),
    imaging,
    dataDir: location.dataDir,
    url: location.url,
    visitor,
    admin,
    signInAdmin,
    addPartner,

    /** Creates a partner and a client signed in as that partner. */
    async signedInPartner(overrides: Partial<NewPartner> = {}) {
      const partner = await addPartner(overrides);
      const password = overrides.password ?? PARTNER_PASSWORD;
      return {
        partner,
        client: await visitor.signIn('partner', { email: partner.email, password }),
      };
    },

    /** Creates a checkup with one X-ray of these bytes, for a new partner by default. */
    async addCheckup(overrides: Partial<CheckupOverrides> = {}): Promise<Checkup> {
      const partner = overrides.partner ?? (await addPartner())._id;
      const fileName = overrides.fileName ?? 'panoram.dcm';
      const fileId = await admin.upload(overrides.bytes ?? someDicom(), fileName);
      const answer = await admin.post('/api/admin/checkups', {
        partner,
        firstName: overrides.firstName ?? 'Nigar',
        lastName: overrides.lastName ?? 'Hüseynova',
        name: overrides.name ?? 'Panoram rentgen',
        confirmDifferentPatient: overrides.confirmDifferentPatient ?? true,
        xrayFiles: [{ fileId, fileName }],
      });
      return answer.ok<{ checkup: Checkup }>().checkup;
    },
  };
}

interface NewPartner {
  firstName: string;
  lastName: string;
  birthDate: string;
  phone: string;
  email: string;
  instagram: string;
  password: string;
  clinicName: string;
}

interface CheckupOverrides {
  partner: string;
  firstName: string;
  lastName: string;
  name: string;
  fileName: string;
  bytes: Buffer;
  /** By default staff confirm the patient of every file. */
  confirmDifferentPatient: boolean;
}

/** The request for a new partner with a unique e-mail. */
export const somePartner = (): NewPartner => ({
  firstName: 'Aytən',
  lastName: 'Məmmədova',
  birthDate: '1985-04-12',
  phone: '+994 50 123 45 67',
  email: `partnyor-${randomUUIDv7()}@example.az`,
  instagram: '@ayten.dent',
  password: PARTNER_PASSWORD,
  clinicName: 'Ağ Diş',
});

/** The smallest file that is recognised as DICOM: preamble, DICM, one group length element. */
export function someDicom(size = 200): Buffer {
  const bytes = Buffer.alloc(size, 7);
  bytes.fill(0, 0, 128);
  bytes.write('DICM', 128, 'latin1');
  bytes.set([2, 0, 0, 0, 0x55, 0x4c, 4, 0, 0, 0, 0, 0], 132);
  return bytes;
}

/** A clock on which an hour lasts a minute: slow operations still finish within the ten minutes of a token. */
export function slowClock(): () => number {
  const began = Date.now();
  return () => began + Math.floor((Date.now() - began) / 60);
}

const noPause = () => Promise.resolve();

/** One pool for every world of a test file, because a process takes a quarter of a second to start. */
const sharedDecoders = decoderPool({ folder: tmpdir() });
/** Derives pictures for every world, unless a test has its own pool. */
export const sharedDerivers = decoderPool({
  folder: tmpdir(),
  processes: BACKGROUND_PROCESSES,
  isBackground: true,
});

export const noPages: Pages = {
  respond: () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: null }),
  show: () => Promise.resolve(),
};
