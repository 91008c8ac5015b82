import { resolve } from 'node:path';
import type * as z from 'zod';
import { parseObjectStore, readObjectStore } from './object-store-settings.ts';
import { paymentSettings, readPaymentPage } from './payment-settings.ts';
import { ConfigError } from './platform/errors.ts';
import type { ShutdownTimes } from './platform/http/connections/graceful-shutdown.ts';
import type { ChannelSettings } from './platform/messaging/open-channels.ts';
import type { PaymentPageSettings } from './platform/payment-pages/open-payment-page.ts';
import type { SealSettings } from './platform/seal/seal.ts';
import type { ObjectStore } from './platform/storage/open-storage.ts';
import { SECOND } from './platform/time.ts';
import { providerSettings, readSeal, readSms, readWhatsApp } from './provider-settings.ts';
import { settings } from './settings.ts';

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
  /** The certificate of the proxy, to warn before its end; undefined: not checked. */
  readonly certificateFile: string | undefined;
  /** Minutes after which an unused session ends; undefined: never. */
  readonly sessionIdleMinutes: number | undefined;
  /** Milliseconds. */
  readonly shutdown: ShutdownTimes;
  /** How e-mail is sent; undefined: not at all. */
  readonly mail: MailSettings | undefined;
  /** How patients get messages. */
  readonly channels: ChannelSettings;
  /** Where people pay deposits; undefined: there are none. */
  readonly paymentPage: PaymentPageSettings | undefined;
  /** The qualified seal of reports; undefined: they have none. */
  readonly seal: SealSettings | undefined;
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
  const read = readSettings(settings.extend(providerSettings).extend(paymentSettings), env);
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
    certificateFile: read.CERTIFICATE_FILE,
    sessionIdleMinutes: read.SESSION_IDLE_MINUTES,
    shutdown: { delay: read.SHUTDOWN_DELAY * SECOND, timeout: read.SHUTDOWN_TIMEOUT * SECOND },
    mail:
      read.SMTP_URL && read.MAIL_FROM
        ? { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, staff: read.STAFF_MAIL }
        : undefined,
    channels: { sms: readSms(read), whatsApp: readWhatsApp(read) },
    paymentPage: readPaymentPage(read),
    seal: readSeal(read),
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
