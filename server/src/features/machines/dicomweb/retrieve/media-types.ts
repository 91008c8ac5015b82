import { dicomwebMessages } from '@deqiq/contract/machines/dicomweb.ts';
import { EXPLICIT_LITTLE_ENDIAN, IMPLICIT } from '../../../../platform/dicom/transfer-syntaxes.ts';
import { AppError } from '../../../../platform/errors.ts';
import {
  type AcceptedType,
  covers,
  parseAccept,
} from '../../../../platform/http/requests/accept.ts';

const DICOM = '1.2.840.10008.1.2';
/** HTJ2K, lossless, and the same with its resolutions in order. */
const HTJ2K = `${DICOM}.4.201`;
const HTJ2K_RPCL = `${DICOM}.4.202`;

const DICOM_TYPE = 'application/dicom';
export const OCTETS = 'application/octet-stream';
export const JSON_TYPE = 'application/dicom+json';

/** Media types of compressed frames (PS3.18, table 8.7.3-5). */
const frameTypes: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': [`${DICOM}.4.50`, `${DICOM}.4.51`, `${DICOM}.4.57`, `${DICOM}.4.70`],
  'image/dicom-rle': [`${DICOM}.5`],
  'image/x-dicom-rle': [`${DICOM}.5`],
  'image/jls': [`${DICOM}.4.80`, `${DICOM}.4.81`],
  'image/jp2': [`${DICOM}.4.90`, `${DICOM}.4.91`],
  'image/jpx': [`${DICOM}.4.92`, `${DICOM}.4.93`],
  'image/jphc': [HTJ2K, HTJ2K_RPCL, `${DICOM}.4.203`],
};

type Transcoding = typeof EXPLICIT_LITTLE_ENDIAN | typeof HTJ2K | typeof HTJ2K_RPCL;

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

/** How an instance is stored, and whether it can be sent in another transfer syntax. */
export interface StoredEncoding {
  readonly transferSyntax: string;
  readonly canTranscode: boolean;
}

/** Reads the accepted media types from query or header (PS3.18, 8.3.3.1 and 8.7.5). */
export const readAccept = (query: unknown, header: string | undefined): AcceptedType[] =>
  parseAccept(typeof query === 'string' && query !== '' ? query : (header ?? ''));

export const notAcceptable = () => new AppError('malformed', 406, dicomwebMessages.notAcceptable);

/**
 * How whole instances are sent, one representation for each. Without a transfer syntax the client means explicit
 * little-endian (8.7.3.5.2). Throws 406 unless one accepted type fits all of them.
 */
export function chooseInstances(
  accepted: readonly AcceptedType[],
  stored: readonly StoredEncoding[],
  isOne: boolean,
): { readonly isMultipart: boolean; readonly representations: readonly Representation[] } {
  for (const { type, parameters } of accepted) {
    const part = type === 'multipart/related' ? (parameters.type ?? DICOM_TYPE) : DICOM_TYPE;
    const isWanted =
      (type === DICOM_TYPE && isOne) ||
      (covers(type, 'multipart/related') && covers(part.toLowerCase(), DICOM_TYPE));
    if (!isWanted) continue;
    const wanted = parameters['transfer-syntax'];
    const representations = stored.flatMap((one) => representInstance(wanted, one) ?? []);
    if (representations.length === stored.length)
      return { isMultipart: type !== DICOM_TYPE, representations };
  }
  throw notAcceptable();
}

function representInstance(
  wanted: string | undefined,
  { transferSyntax: stored, canTranscode }: StoredEncoding,
): Representation | undefined {
  const asStored = { mediaType: DICOM_TYPE, transferSyntax: stored, transcoding: undefined };
  if (wanted === '*' || wanted === stored) return asStored;
  const target = wanted ?? EXPLICIT_LITTLE_ENDIAN;
  if (target === stored) return asStored;
  if (canTranscode && isTranscoding(target))
    return {
      mediaType: DICOM_TYPE,
      transferSyntax: target,
      transcoding: target,
      isOptional: wanted === undefined,
    };
  return wanted === undefined ? asStored : undefined;
}

const isTranscoding = (syntax: string): syntax is Transcoding =>
  syntax === EXPLICIT_LITTLE_ENDIAN || syntax === HTJ2K || syntax === HTJ2K_RPCL;

interface StoredFrames {
  /** Their transfer syntax. */
  readonly stored: string;
  readonly canDecode: boolean;
  readonly isOne: boolean;
}

/**
 * How frames are sent; their pixels without a transfer syntax are uncompressed (8.7.3.5.2). Throws 406 where no accepted
 * type fits; several frames need a multipart one.
 */
export function chooseFrames(
  accepted: readonly AcceptedType[],
  { stored, canDecode, isOne }: StoredFrames,
): Representation & { readonly isMultipart: boolean } {
  for (const { type, parameters } of accepted) {
    const isMultipart = covers(type, 'multipart/related');
    if (!isMultipart && !isOne) continue;
    const range = (isMultipart ? (parameters.type ?? OCTETS) : type).toLowerCase();
    for (const part of listFrameTypes(range, stored)) {
      const wanted = parameters['transfer-syntax'];
      const representation = representFrames(part, wanted, stored, canDecode);
      if (representation) return { ...representation, isMultipart };
    }
  }
  throw notAcceptable();
}

/** The types of a range: uncompressed pixels (8.7.3.5.2), the type of the stored ones, and HTJ2K. */
function listFrameTypes(range: string, stored: string): string[] {
  if (!range.endsWith('/*')) return [range];
  const types = Object.keys(frameTypes);
  const ofStored = types.filter((type) => frameTypes[type]?.includes(stored));
  return [OCTETS, ...ofStored, 'image/jphc'].filter((type) => covers(range, type));
}

/** Frames of which the bytes do not depend on the transfer syntax of their file. */
const isPlain = (stored: string) => stored === EXPLICIT_LITTLE_ENDIAN || stored === IMPLICIT;

function representFrames(
  part: string,
  wanted: string | undefined,
  stored: string,
  canDecode: boolean,
): Representation | undefined {
  if (part === OCTETS) {
    if (wanted === '*' || wanted === stored)
      return { mediaType: OCTETS, transferSyntax: stored, transcoding: undefined };
    if (wanted !== undefined && wanted !== EXPLICIT_LITTLE_ENDIAN && wanted !== IMPLICIT)
      return undefined;
    if (isPlain(stored))
      return { mediaType: OCTETS, transferSyntax: EXPLICIT_LITTLE_ENDIAN, transcoding: undefined };
    return canDecode
      ? {
          mediaType: OCTETS,
          transferSyntax: EXPLICIT_LITTLE_ENDIAN,
          transcoding: EXPLICIT_LITTLE_ENDIAN,
        }
      : undefined;
  }
  const syntaxes = Object.hasOwn(frameTypes, part) ? (frameTypes[part] ?? []) : [];
  const isOffered = (syntax: string) =>
    syntaxes.includes(syntax) && (wanted === undefined || wanted === '*' || wanted === syntax);
  if (isOffered(stored)) return { mediaType: part, transferSyntax: stored, transcoding: undefined };
  const transcoding = ([HTJ2K_RPCL, HTJ2K] as const).find(isOffered);
  return transcoding && canDecode
    ? { mediaType: part, transferSyntax: transcoding, transcoding }
    : undefined;
}

/** Throws unless the client accepts DICOM JSON. */
export function assertAcceptsJson(accepted: readonly AcceptedType[]): void {
  const isAccepted = accepted.some(({ type }) =>
    [JSON_TYPE, 'application/json'].some((one) => covers(type, one)),
  );
  if (!isAccepted) throw notAcceptable();
}

/** Whether a value is sent as a part of a multipart body. Throws unless the client accepts bytes. */
export function acceptsMultipartBytes(accepted: readonly AcceptedType[]): boolean {
  for (const { type, parameters } of accepted) {
    if (type === '*/*' || type === 'multipart/*') return true;
    if (type === 'multipart/related' && covers((parameters.type ?? OCTETS).toLowerCase(), OCTETS))
      return true;
    if (covers(type, OCTETS)) return false;
  }
  throw notAcceptable();
}
