import * as z from 'zod';
import { ConfigError } from './platform/errors.ts';
import type { ChannelSettings } from './platform/messaging/open-channels.ts';
import type { SealSettings } from './platform/seal/seal.ts';
import { text } from './settings.ts';

/** Passwords travel in it. Only a provider on this machine, such as one of a test, does without TLS. */
const address = z
  .string()
  .regex(
    /^(?:https:\/\/|http:\/\/127\.0\.0\.1(?::\d+)?(?:\/|$))\S*$/,
    'must begin with https://, or with http://127.0.0.1 for a program on this machine',
  )
  .optional();

/** The address of a provider without a slash at its end. */
export const base = text.pipe(address).transform((value) => value?.replace(/\/$/, ''));

/** Settings of the providers of seals and of messages to patients. */
export const providerSettings = {
  SMS_PROVIDER: text.pipe(
    z.enum(['lsim', 'posta-guvercini', 'http'], 'must be lsim, posta-guvercini or http').optional(),
  ),
  SEAL_URL: base,
  SEAL_TOKEN: text,
  SEAL_CERTIFICATES_FILE: text,
  SMS_LOGIN: text,
  SMS_PASSWORD: text,
  SMS_SENDER: text.pipe(z.string().max(11, 'must have at most 11 characters').optional()),
  SMS_URL: base,
  SMS_METHOD: text.pipe(z.enum(['GET', 'POST'], 'must be GET or POST').default('POST')),
  SMS_HEADERS: text.pipe(
    z
      .string()
      .refine(isHeaders, 'must be a JSON object of texts, such as {"Content-Type":"text/xml"}')
      .optional(),
  ),
  SMS_BODY: text,
  SMS_SUCCESS: text.pipe(
    z
      .string()
      .refine(isPattern, 'must be a regular expression, such as ^OK (?<id>\\d+)')
      .optional(),
  ),
  WHATSAPP_PHONE_NUMBER_ID: text.pipe(
    z
      .string()
      .regex(/^\d{5,20}$/, 'must be the id of the phone number, digits only')
      .optional(),
  ),
  WHATSAPP_TOKEN: text,
  WHATSAPP_APP_SECRET: text.pipe(
    z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be the secret of the app, 32 hexadecimal digits')
      .optional(),
  ),
  WHATSAPP_VERIFY_TOKEN: text.pipe(
    z.string().min(16, 'must have at least 16 characters').optional(),
  ),
  WHATSAPP_URL: base,
};

type Read = z.output<z.ZodObject<typeof providerSettings>>;

/** The service of a qualified seal; undefined: no seal. Throws ConfigError without its certificates. */
export function readSeal(read: Read): SealSettings | undefined {
  const { SEAL_URL: url, SEAL_TOKEN: token, SEAL_CERTIFICATES_FILE: certificatesFile } = read;
  if (url === undefined) return undefined;
  if (certificatesFile === undefined)
    throw new ConfigError('The setting SEAL_URL needs SEAL_CERTIFICATES_FILE.');
  return { url, token, certificatesFile };
}

/** The account of the SMS provider; undefined: no SMS. Throws ConfigError where a part of it is missing. */
export function readSms(read: Read): ChannelSettings['sms'] {
  const { SMS_PROVIDER: provider, SMS_LOGIN: login, SMS_PASSWORD: password } = read;
  if (provider === undefined) return undefined;
  if (provider === 'http') return readHttpSms(read);
  if (login === undefined || password === undefined)
    throw new ConfigError('The setting SMS_PROVIDER needs SMS_LOGIN and SMS_PASSWORD.');
  if (provider === 'lsim' && read.SMS_SENDER === undefined)
    throw new ConfigError('The setting SMS_PROVIDER=lsim needs SMS_SENDER.');
  return { provider, account: { login, password, sender: read.SMS_SENDER, url: read.SMS_URL } };
}

function readHttpSms(read: Read): ChannelSettings['sms'] {
  if (read.SMS_URL === undefined || read.SMS_SUCCESS === undefined)
    throw new ConfigError('The setting SMS_PROVIDER=http needs SMS_URL and SMS_SUCCESS.');
  return {
    provider: 'http',
    described: {
      url: read.SMS_URL,
      method: read.SMS_METHOD,
      headers: JSON.parse(read.SMS_HEADERS ?? '{}') as Record<string, string>,
      body: read.SMS_BODY ?? '',
      success: new RegExp(read.SMS_SUCCESS),
      values: {
        login: read.SMS_LOGIN ?? '',
        password: read.SMS_PASSWORD ?? '',
        sender: read.SMS_SENDER ?? '',
      },
    },
  };
}

/** The number of WhatsApp; undefined: no WhatsApp. Throws ConfigError where a part of it is missing. */
export function readWhatsApp(read: Read): ChannelSettings['whatsApp'] {
  const phoneNumberId = read.WHATSAPP_PHONE_NUMBER_ID;
  if (phoneNumberId === undefined) return undefined;
  const { WHATSAPP_TOKEN: token, WHATSAPP_APP_SECRET: appSecret } = read;
  const verifyToken = read.WHATSAPP_VERIFY_TOKEN;
  if (token === undefined || appSecret === undefined || verifyToken === undefined)
    throw new ConfigError(
      'The setting WHATSAPP_PHONE_NUMBER_ID needs WHATSAPP_TOKEN, WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN.',
    );
  return { phoneNumberId, token, appSecret, verifyToken, url: read.WHATSAPP_URL };
}

function isHeaders(value: string): boolean {
  try {
    return z.record(z.string().regex(/^[\w-]+$/), z.string()).safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

function isPattern(value: string): boolean {
  try {
    return new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}
