import { EXPLICIT_LITTLE_ENDIAN, IMPLICIT } from '../../../../platform/dicom/transfer-syntaxes.ts';
import { type AcceptedType, covers } from '../../../../platform/http/requests/accept.ts';
import {
  createNotAcceptableError,
  DICOM,
  HTJ2K,
  HTJ2K_RPCL,
  OCTETS,
  type Representation,
} from './media-types.ts';

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
  throw createNotAcceptableError();
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
