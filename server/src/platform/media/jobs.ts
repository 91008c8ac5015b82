import type { DerivedName } from '@deqiq/contract/shared/derivatives.ts';
import type { ArchiveVerdict, Derivation, DerivedType } from './derivation.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** The data of a picture's header. */
export interface PictureHeader {
  readonly format: string;
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Width in pixels after applying the orientation. */
  readonly uprightWidth: number;
}

/** The jobs of decoder processes: parameters and result of each kind, without the output bytes. */
export interface Jobs {
  /** Reads the header. No output. */
  inspect: { params: { format: PictureFormat }; value: PictureHeader };
  /** Previews and packs of a checkup's file, as named outputs that arrive while the job runs. */
  derive: { params: { type: DerivedType }; value: Derivation };
  /** Whether a ZIP may be accepted. No output. */
  'inspect-archive': { params: Record<string, never>; value: ArchiveVerdict };
  /** An upright WebP without metadata in each width, in pixels. */
  resize: { params: { widths: readonly number[] }; value: null };
  /** The same picture without metadata, its compressed pixels untouched. */
  'strip-metadata': { params: { format: PictureFormat }; value: null };
  /** Decodes all pixels. No output. */
  verify: { params: Record<string, never>; value: null };
}

export type JobKind = keyof Jobs;

/** The argument of a process that derives: it loads the decoders of DICOM before it is ready. */
export const FOR_DERIVING = 'for-deriving';

/** The input of a job: bytes in memory, or a file that the child opens. */
export type JobInput = Uint8Array | { readonly path: string };

export interface JobRequest<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  readonly params: Jobs[Kind]['params'];
  /** undefined: the payload is the input. */
  readonly path: string | undefined;
  /** Max bytes of all outputs together. */
  readonly maxOutput: number;
  /** Milliseconds. */
  readonly timeout: number;
}

/** The response of a decoder process. */
export type JobResponse =
  | { readonly type: 'ready' }
  /** Part of a named output; its bytes are the payload. */
  | { readonly type: 'output'; readonly name: DerivedName }
  | { readonly type: 'done'; readonly value: unknown; readonly lengths: readonly number[] }
  /** The file is at fault: it exceeds a limit or cannot be decoded. */
  | { readonly type: 'rejected'; readonly reason: string; readonly isTooLarge: boolean }
  /** The file does not exist. */
  | { readonly type: 'missing' };

export interface JobResult<Kind extends JobKind> {
  readonly value: Jobs[Kind]['value'];
  readonly outputs: readonly Buffer[];
}
