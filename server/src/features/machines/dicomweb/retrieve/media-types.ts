import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import type { EXPLICIT_LITTLE_ENDIAN } from '../../../../platform/dicom/transfer-syntaxes.ts';
import { AppError } from '../../../../platform/errors.ts';
import {
  type AcceptedType,
  covers,
  parseAccept,
} from '../../../../platform/http/requests/accept.ts';

export const DICOM = '1.2.840.10008.1.2';
/** HTJ2K, lossless, and the same with its resolutions in order. */
export const HTJ2K = `${DICOM}.4.201`;
export const HTJ2K_RPCL = `${DICOM}.4.202`;

export const DICOM_TYPE = 'application/dicom';
export const OCTETS = 'application/octet-stream';
export const JSON_TYPE = 'application/dicom+json';

export type Transcoding = typeof EXPLICIT_LITTLE_ENDIAN | typeof HTJ2K | typeof HTJ2K_RPCL;

/** How an instance or its frames are sent. */
export interface Representation {
  /** Of each part. */
  readonly mediaType: string;
  readonly transferSyntax: string;
  /** undefined: as stored. */
  readonly transcoding: Transcoding | undefined;
  /** Whether the client has named no transfer syntax, so that the stored one is better than nothing. */
  readonly isOptional?: boolean;
}

/** Reads the accepted media types from query or header (PS3.18, 8.3.3.1 and 8.7.5). */
export const readAccept = (query: unknown, header: string | undefined): AcceptedType[] =>
  parseAccept(typeof query === 'string' && query !== '' ? query : (header ?? ''));

export const createNotAcceptableError = () =>
  new AppError('malformed', 406, dicomwebMessages.notAcceptable());

/** Throws unless the client accepts DICOM JSON. */
export function assertAcceptsJson(accepted: readonly AcceptedType[]): void {
  const isAccepted = accepted.some(({ type }) =>
    [JSON_TYPE, 'application/json'].some((one) => covers(type, one)),
  );
  if (!isAccepted) throw createNotAcceptableError();
}

/** Whether a value is sent as a part of a multipart body. Throws unless the client accepts bytes. */
export function acceptsMultipartBytes(accepted: readonly AcceptedType[]): boolean {
  for (const { type, parameters } of accepted) {
    if (type === '*/*' || type === 'multipart/*') return true;
    if (type === 'multipart/related' && covers((parameters.type ?? OCTETS).toLowerCase(), OCTETS))
      return true;
    if (covers(type, OCTETS)) return false;
  }
  throw createNotAcceptableError();
}
