import { EXPLICIT_LITTLE_ENDIAN } from '../../../../../platform/dicom/transfer-syntaxes.ts';
import { type AcceptedType, covers } from '../../../../../platform/http/requests/accept.ts';
import {
  createNotAcceptableError,
  DICOM_TYPE,
  HTJ2K,
  HTJ2K_RPCL,
  type Representation,
  type Transcoding,
} from '../media-types.ts';

/** How an instance is stored, and whether it can be sent in another transfer syntax. */
export interface StoredEncoding {
  readonly transferSyntax: string;
  readonly canTranscode: boolean;
}

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
  throw createNotAcceptableError();
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
