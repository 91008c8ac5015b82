import * as z from 'zod';

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

/** All settings of the server, as text of its environment. */
export const settings = z.object({
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
  CERTIFICATE_FILE: text,
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
