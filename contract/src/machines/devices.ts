import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as z from 'zod';
import { optionalLine, requiredLine } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';
import { intakeReport } from './intake/intake-reports.ts';

export const deviceKinds = ['panoramic', 'cbct', 'sensor', 'scanner', 'program'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Max devices that are not revoked. */
export const MAX_DEVICES = 100;

/** Max networks from which a device may send. */
export const MAX_ADDRESSES = 20;

export const echoResults = [
  'ok', // it answered the C-ECHO
  'unreachable', // no connection: wrong address, closed port, or switched off
  'rejected', // it refused the association: it does not know our AE title, or its own is another one
  'no-answer', // connected, but no answer in time, or something that is not DICOM
] as const;
export type EchoResult = (typeof echoResults)[number];

export const echoMessages: Readonly<Record<EchoResult, () => string>> = {
  ok: deviceMessages.echoOk,
  unreachable: deviceMessages.echoUnreachable,
  rejected: deviceMessages.echoRejected,
  'no-answer': deviceMessages.echoNoAnswer,
};

/** PS3.5, 6.2: no backslash and no control characters; blanks at the ends mean nothing. */
const AE_TITLE = /^[ -[\]-~]{0,16}$/;

const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|[a-f\d:]*:[a-f\d:.]*)$/i;

const ADDRESS = /^[a-f\d.:]{2,45}(?:\/\d{1,3})?$/i;

const badAddresses = { error: () => deviceMessages.badAddresses({ max: MAX_ADDRESSES }) };

export const addresses = optionalLine(1_000)
  .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
  .pipe(
    z
      .array(z.string())
      .max(MAX_ADDRESSES, badAddresses)
      .refine((networks) => networks.every((network) => ADDRESS.test(network)), badAddresses),
  );

/** Forms send numbers as text, and nothing for none. */
export const port = z
  .union([z.number(), z.string().regex(/^\d{0,5}$/)], { error: deviceMessages.badPort })
  .nullish()
  .transform((value) =>
    value === '' || value === null || value === undefined ? null : Number(value),
  )
  .pipe(
    z
      .int({ error: deviceMessages.badPort })
      .min(1, { error: deviceMessages.badPort })
      .max(65_535, { error: deviceMessages.badPort })
      .nullable(),
  );

/**
 * A device. AE title: how it calls itself in DICOM; '' for one that sends over HTTPS only. Host and port: where it
 * answers a connection test.
 */
export const deviceFields = z.object({
  name: requiredLine(deviceMessages.nameMissing),
  kind: z.enum(deviceKinds, {
    error: () => deviceMessages.badKind({ kinds: deviceKinds.join(', ') }),
  }),
  aeTitle: optionalLine().pipe(z.string().regex(AE_TITLE, { error: deviceMessages.badAeTitle })),
  addresses,
  host: optionalLine(253).refine((host) => host === '' || HOST.test(host), {
    error: deviceMessages.badHost,
  }),
  port,
});

const device = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(deviceKinds),
  aeTitle: z.string(),
  /** Networks from which it may send; none: from everywhere. */
  addresses: z.array(z.string()),
  host: z.string(),
  port: z.int().nullable(),
  /** The last characters of its token; null where it has none and sends by the intake process only. */
  tokenEnd: z.string().nullable(),
  createdAt: instant,
  /** null while it may send. */
  revokedAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  /** Instances that were accepted, and those that were refused. */
  instances: z.int(),
  refused: z.int(),
  /** Why the last instance was refused; '' if none was. */
  lastError: z.string(),
  lastErrorAt: instant.nullable(),
});

/** `intake`: the last report of the intake process; null if there was none. */
export const deviceList = z.object({
  devices: z.array(device),
  intake: intakeReport.extend({ reportedAt: instant }).nullable(),
});

export const deviceAnswer = z.object({ device, message: z.string() });

/** `token` is in this answer only: the server stores its hash. */
export const tokenAnswer = deviceAnswer.extend({ token: z.string() });

export const echoAnswer = deviceAnswer.extend({
  result: z.enum(echoResults),
  /** Until the answer. */
  milliseconds: z.int(),
});

export type Device = z.output<typeof device>;
export type DeviceFields = z.output<typeof deviceFields>;
export type DeviceList = z.output<typeof deviceList>;
export type DeviceAnswer = z.output<typeof deviceAnswer>;
export type TokenAnswer = z.output<typeof tokenAnswer>;
export type EchoAnswer = z.output<typeof echoAnswer>;
