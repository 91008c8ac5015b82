import { join, resolve } from 'node:path';
import * as z from 'zod';
import { readConfig, readSettings } from '../config.ts';
import { type CharacterSet, characterSets } from '../platform/dicom/text-encoding.ts';
import { ConfigError } from '../platform/errors.ts';
import { text } from '../settings.ts';
import { type Caller, parseCaller } from './associations/callers.ts';

const AE_TITLE = /^[!-[\]-~](?:[ -[\]-~]{0,14}[!-[\]-~])?$/;

const settings = z.object({
  DICOM_PORT: text
    .transform((value) => (value === undefined ? 11_112 : Number(value)))
    .pipe(z.int('must be a whole number up to 65535').min(0).max(65_535)),
  DICOM_HOST: text.pipe(z.string().default('127.0.0.1')),
  DICOM_AE_TITLE: text.pipe(
    z.string().regex(AE_TITLE, 'must have 1 to 16 ASCII characters').default('DEQIQ'),
  ),
  DICOM_CALLERS: text.pipe(
    z.string({
      error: 'name the machines, for example PANO@192.168.1.20,CBCT@192.168.1.0/24',
    }),
  ),
  DICOM_CHARACTER_SETS: text.pipe(
    z
      .string()
      .regex(
        new RegExp(
          `^[^:,]+:(?:${characterSets.join('|')})(?:,[^:,]+:(?:${characterSets.join('|')}))*$`,
        ),
        `must look like PANO:latin5,CBCT:ascii; possible are ${characterSets.join(', ')}`,
      )
      .optional(),
  ),
  DICOM_MAX_ASSOCIATIONS: text
    .transform((value) => (value === undefined ? 256 : Number(value)))
    .pipe(z.int('must be a whole number, at least 1 and at most 1000').min(1).max(1_000)),
  DICOM_TLS_CERT: text,
  DICOM_TLS_KEY: text,
  DICOM_TLS_CA: text,
  INTAKE_SPOOL: text,
  INTAKE_SERVER: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
});

/** Paths of PEM files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** Signs the certificates that clients must show; undefined: clients need none. */
  readonly ca: string | undefined;
}

export interface IntakeConfig {
  readonly port: number;
  readonly host: string;
  readonly aeTitle: string;
  readonly callers: readonly Caller[];
  /** By AE title; machines that are missing get UTF-8. */
  readonly characterSets: ReadonlyMap<string, CharacterSet>;
  readonly maxAssociations: number;
  readonly tls: TlsFiles | undefined;
  /** Absolute path of the folder. */
  readonly spool: string;
  /** Origin of the server. */
  readonly server: string;
  /** Prints nothing but errors. */
  readonly isSilent: boolean;
}

/** Reads and checks the settings of the intake; throws ConfigError naming the first one that is wrong. */
export function readIntakeConfig(env?: Readonly<Record<string, string | undefined>>): IntakeConfig {
  const { dataDir, port, logLevel } = readConfig(env);
  const read = readSettings(settings, env);
  const { DICOM_TLS_CERT: cert, DICOM_TLS_KEY: key, DICOM_TLS_CA: ca } = read;
  if ((cert === undefined) !== (key === undefined) || (ca !== undefined && cert === undefined))
    throw new ConfigError(
      'The setting DICOM_TLS_CERT is wrong: it goes with DICOM_TLS_KEY, and DICOM_TLS_CA needs both.',
    );
  return {
    port: read.DICOM_PORT,
    host: read.DICOM_HOST,
    aeTitle: read.DICOM_AE_TITLE,
    callers: read.DICOM_CALLERS.split(',').map((caller) => readCaller(caller.trim())),
    characterSets: new Map(
      (read.DICOM_CHARACTER_SETS ?? '')
        .split(',')
        .map((pair) => pair.split(':'))
        .map(([aeTitle = '', set]) => [aeTitle.trim(), set as CharacterSet]),
    ),
    maxAssociations: read.DICOM_MAX_ASSOCIATIONS,
    tls: cert !== undefined && key !== undefined ? { cert, key, ca } : undefined,
    spool: resolve(read.INTAKE_SPOOL ?? join(dataDir, 'intake-spool')),
    server: new URL(read.INTAKE_SERVER ?? `http://127.0.0.1:${port}`).origin,
    isSilent: ['silent', 'fatal', 'error'].includes(logLevel),
  };
}

function readCaller(value: string): Caller {
  const caller = parseCaller(value);
  if (typeof caller === 'string')
    throw new ConfigError(`The setting DICOM_CALLERS is wrong: "${value}" ${caller}.`);
  return caller;
}
