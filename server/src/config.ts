import { resolve } from 'node:path';
import * as z from 'zod';
import type { ShutdownTimes } from './platform/http/graceful-shutdown.ts';
import type { ObjectStore } from './platform/storage/open-storage.ts';
import { parseS3Url } from './platform/storage/s3/s3-url.ts';

/** An invalid setting. `message` is one line, printed before the process ends. */
export class ConfigError extends Error {}

/** A setting; an empty one is missing. */
export const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value));

/** `info@clinic.az` or `Clinic <info@clinic.az>`. */
const mailbox = text.pipe(
  z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an e-mail address, or a name and <address>',
    )
    .optional(),
);

/** Of Chrome, Edge, Opera and Samsung; Firefox; Safari; Edge on Windows. */
const PUSH_SERVICES =
  'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const settings = z.object({
  PORT: text
    .transform((value) => (value === undefined ? 3000 : Number(value)))
    .pipe(z.int('must be a whole number up to 65535').min(0).max(65_535)),
  HOST: text.pipe(z.string().default('127.0.0.1')),
  DATA_DIR: text.pipe(z.string().default('./data')),
  DATABASE_URL: text.pipe(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must begin with postgres://')
      .optional(),
  ),
  SESSION_SECRET: text.pipe(z.string().min(32, 'must have at least 32 characters').optional()),
  SECOND_FACTOR_KEY: text.pipe(
    z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url, 43 characters')
      .optional(),
  ),
  ADMIN_USERNAME: text.pipe(z.string().max(200).optional()),
  ADMIN_PASSWORD: text.pipe(
    z.string().min(8, 'must have at least 8 characters').max(200).optional(),
  ),
  REQUIRE_STAFF_2FA: text.pipe(z.enum(['on', 'off']).default('off')),
  PUBLIC_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  TRUST_PROXY: text.pipe(z.string().optional()),
  X_ACCEL_PREFIX: text.pipe(
    z
      .string()
      .regex(/^\/\S+\/$/, 'must begin and end with /')
      .optional(),
  ),
  METRICS_TOKEN: text.pipe(
    z
      .string()
      .regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 characters: letters, digits, _.~+/=-')
      .optional(),
  ),
  SESSION_IDLE_MINUTES: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(
      z
        .int('must be a whole number of minutes, at least 5 and at most 43200')
        .min(5)
        .max(43_200)
        .optional(),
    ),
  SHUTDOWN_DELAY: text
    .transform((value) => (value === undefined ? 0.25 : Number(value)))
    .pipe(z.number('must be a number of seconds, at most 300').min(0).max(300)),
  SHUTDOWN_TIMEOUT: text
    .transform((value) => (value === undefined ? 30 : Number(value)))
    .pipe(z.number('must be a number of seconds, at least 1 and at most 3600').min(1).max(3_600)),
  SMTP_URL: text.pipe(
    z
      .string()
      .regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://')
      .refine((value) => URL.canParse(value), 'must be an address such as smtp://host:587')
      .optional(),
  ),
  MAIL_FROM: mailbox,
  STAFF_MAIL: text.pipe(z.email('must be an e-mail address').optional()),
  DICOMWEB_ORIGINS: text.pipe(
    z
      .string()
      .regex(
        /^https?:\/\/[^\s,/]+(?:\s*,\s*https?:\/\/[^\s,/]+)*$/,
        'must be origins such as https://viewer.example, separated by commas',
      )
      .optional(),
  ),
  OHIF_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  WEASIS_LINKS: text.pipe(z.enum(['on', 'off']).default('off')),
  PUSH_TEST_ORIGIN: text.pipe(
    z
      .string()
      .regex(/^http:\/\/127\.0\.0\.1:\d+$/, 'must be http://127.0.0.1:port')
      .optional(),
  ),
  PUSH_SERVICES: text.pipe(
    z
      .string()
      .regex(
        /^(?:\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)+)(?:\s*,\s*(?:\*\.)?[\w-]+(?:\.[\w-]+)+)*$/,
        'must be hosts such as push.example.com,*.push.example.com, or *',
      )
      .default(PUSH_SERVICES),
  ),
  RATE_LIMITS: text.pipe(z.enum(['on', 'off']).default('on')),
  LOG_LEVEL: text.pipe(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  INTAKE_KEY: text.pipe(
    z
      .string()
      .regex(/^[\w.~+/=-]{32,}$/, 'must have at least 32 characters: letters, digits, _.~+/=-')
      .optional(),
  ),
  NODE_ENV: text.pipe(z.enum(['production', 'development', 'test']).default('production')),
  INTAKE_AUTO_ASSIGN: text.pipe(z.enum(['on', 'off']).default('off')),
  STORAGE_URL: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  STORAGE_QUOTA: text
    .transform((value) => (value === undefined ? 1_024 : Number(value)))
    .pipe(
      z.int('must be a whole number of GiB, at least 1 and at most 8000000').min(1).max(8_000_000),
    ),
});

export interface MailSettings {
  /** With user and password, if the server needs them. */
  readonly smtpUrl: string;
  readonly from: string;
  /** undefined: staff get no messages. */
  readonly staff: string | undefined;
}

/** The settings of the process, from its environment and nothing else. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** undefined: SQLite inside `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** undefined: files are on the disk. */
  readonly objectStore: ObjectStore | undefined;
  /** undefined: created once inside `dataDir`. */
  readonly sessionSecret: string | undefined;
  /** 32 bytes in base64url; undefined: created with the first enrolment inside `dataDir`. */
  readonly secondFactorKey: string | undefined;
  readonly admin: { readonly username: string | undefined; readonly password: string | undefined };
  /** Whether staff must enrol a second factor before they can work. */
  readonly requireStaffSecondFactor: boolean;
  /** Addresses whose X-Forwarded-* headers are trusted; false: none. */
  readonly trustProxy: string | boolean;
  readonly publicUrl: string | undefined;
  readonly xAccelPrefix: string | undefined;
  readonly metricsToken: string | undefined;
  /** Minutes after which an unused session ends; undefined: never. */
  readonly sessionIdleMinutes: number | undefined;
  /** Milliseconds. */
  readonly shutdown: ShutdownTimes;
  /** How e-mail is sent; undefined: not at all. */
  readonly mail: MailSettings | undefined;
  /** Where OHIF is, for links to it; undefined: none. */
  readonly ohifUrl: string | undefined;
  /** Whether there are links to Weasis. */
  readonly hasWeasisLinks: boolean;
  /** Origins of viewers whose pages may read /dicom-web. */
  readonly dicomwebOrigins: readonly string[];
  /** An origin that tests use as a push service; undefined: push services on the internet only. */
  readonly pushTestOrigin: string | undefined;
  /** Hosts of push services; see isPushService. */
  readonly pushServices: readonly string[];
  /** Whether a study is assigned by itself where its accession number is the code of an examination. */
  readonly autoAssign: boolean;
  readonly rateLimits: boolean;
  /** Shared with the intake process; undefined: derived from the secret. */
  readonly intakeKey: string | undefined;
  readonly logLevel: string;
  readonly mode: 'production' | 'development' | 'test';
}

/** Reads and checks every setting; throws ConfigError naming the first one that is wrong. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const read = readSettings(settings, env);
  // Partners could reach this port of the server.
  if (read.PUSH_TEST_ORIGIN !== undefined && read.NODE_ENV !== 'test')
    throw new ConfigError('The setting PUSH_TEST_ORIGIN is for tests: it needs NODE_ENV=test.');
  return {
    objectStore: readObjectStore(read),
    port: read.PORT,
    host: read.HOST,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    sessionSecret: read.SESSION_SECRET,
    secondFactorKey: read.SECOND_FACTOR_KEY,
    admin: { username: read.ADMIN_USERNAME, password: read.ADMIN_PASSWORD },
    requireStaffSecondFactor: read.REQUIRE_STAFF_2FA === 'on',
    trustProxy: parseTrustProxy(read.TRUST_PROXY),
    publicUrl: read.PUBLIC_URL,
    xAccelPrefix: read.X_ACCEL_PREFIX,
    metricsToken: read.METRICS_TOKEN,
    sessionIdleMinutes: read.SESSION_IDLE_MINUTES,
    shutdown: { delay: read.SHUTDOWN_DELAY * 1_000, timeout: read.SHUTDOWN_TIMEOUT * 1_000 },
    mail:
      read.SMTP_URL && read.MAIL_FROM
        ? { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, staff: read.STAFF_MAIL }
        : undefined,
    ohifUrl: read.OHIF_URL,
    hasWeasisLinks: read.WEASIS_LINKS === 'on',
    dicomwebOrigins: [
      ...(read.DICOMWEB_ORIGINS?.split(/\s*,\s*/) ?? []),
      ...(read.OHIF_URL ? [new URL(read.OHIF_URL).origin] : []),
    ],
    pushTestOrigin: read.PUSH_TEST_ORIGIN,
    pushServices: read.PUSH_SERVICES.split(/\s*,\s*/),
    autoAssign: read.INTAKE_AUTO_ASSIGN === 'on',
    rateLimits: read.RATE_LIMITS === 'on',
    intakeKey: read.INTAKE_KEY,
    logLevel: read.LOG_LEVEL,
    mode: read.NODE_ENV,
  };
}

/** Reads the settings of a schema; throws ConfigError naming the first one that is wrong. */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const values = Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ConfigError(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}.`);
}

/** The object store at another STORAGE_URL. It needs no secrets: no node uses it yet. */
export const readObjectStoreAt = (url: string): ObjectStore =>
  parseObjectStore(url, readSettings(settings));

function readObjectStore(read: {
  STORAGE_URL?: string | undefined;
  STORAGE_QUOTA: number;
  DATABASE_URL?: string | undefined;
  SESSION_SECRET?: string | undefined;
  SECOND_FACTOR_KEY?: string | undefined;
  X_ACCEL_PREFIX?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
}): ObjectStore | undefined {
  if (read.STORAGE_URL === undefined) return undefined;
  if (read.DATABASE_URL === undefined) throw wrongStore('it needs DATABASE_URL');
  // They are files in the data folder otherwise, and each node has its own.
  if (read.SESSION_SECRET === undefined || read.SECOND_FACTOR_KEY === undefined)
    throw wrongStore('it needs SESSION_SECRET and SECOND_FACTOR_KEY, the same on every node');
  if (read.X_ACCEL_PREFIX !== undefined) throw wrongStore('it cannot be used with X_ACCEL_PREFIX');
  return parseObjectStore(read.STORAGE_URL, read);
}

const wrongStore = (reason: string) =>
  new ConfigError(`The setting STORAGE_URL is wrong: ${reason}.`);

function parseObjectStore(
  url: string,
  read: {
    STORAGE_QUOTA: number;
    AWS_ACCESS_KEY_ID?: string | undefined;
    AWS_SECRET_ACCESS_KEY?: string | undefined;
  },
): ObjectStore {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw wrongStore('it needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  try {
    const location = parseS3Url(url);
    const quota = read.STORAGE_QUOTA * 2 ** 30;
    return { location, quota, credentials: { accessKeyId, secretAccessKey } };
  } catch (error) {
    throw wrongStore(error instanceof Error ? error.message : String(error));
  }
}

function parseTrustProxy(value: string | undefined): string | boolean {
  if (value === undefined || value === 'false' || value === 'off') return false;
  return value === 'true' || value === 'on' ? 'loopback' : value;
}

const NODE_MAJOR = 26;

/** Throws a ConfigError on another version of Node than the pinned one. */
export function requireNode(): void {
  if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) return;
  throw new ConfigError(
    `The server needs Node ${NODE_MAJOR}; this is ${process.versions.node}. Start it with: npm start`,
  );
}
