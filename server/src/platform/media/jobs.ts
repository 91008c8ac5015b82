import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import type { ArchiveVerdict, Derivation, DerivedType } from './derivation.ts';
import type { InstanceLocation } from './dicom-index.ts';

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

/** How values become brightness (PS3.3, C.11.2.1). */
export interface Window {
  readonly centre: number;
  readonly width: number;
  readonly shape: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID';
}

/** A frame of an instance in a stored file, as a picture. */
export interface FrameRendering {
  readonly location: InstanceLocation;
  /** From 0. */
  readonly frame: number;
  readonly format: 'jpeg' | 'png' | 'webp';
  /** 1 to 100. */
  readonly quality: number;
  /** undefined: that of the file. */
  readonly window: Window | undefined;
  /** Pixels that the picture fits into; undefined: its own size. */
  readonly viewport: { readonly width: number; readonly height: number } | undefined;
  /** Pixels of the frame that are shown; undefined: all. */
  readonly region:
    | {
        readonly left: number;
        readonly top: number;
        readonly width: number;
        readonly height: number;
      }
    | undefined;
}

/** An instance in a stored file, in another transfer syntax. */
export interface Transcoding {
  readonly location: InstanceLocation;
  readonly transferSyntax: string;
  /** From 0; undefined: the whole file. */
  readonly frames: readonly number[] | undefined;
}

/** Hashes of the content of an instance, however it is encoded. */
export interface InstanceContent {
  /** Of the decoded pixels and all other elements, in hex. */
  readonly sha256: string;
  /** Of the elements that programs write anew that compress; null in a file with compressed pixels. */
  readonly description: string | null;
}

/** Limits of a PNG. A picture that has more bytes gets fewer pixels. */
export interface PngBox {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly maxBytes: number;
}

/** The jobs of decoder processes: parameters and result of each kind, without the output bytes. */
export interface Jobs {
  /** Reads the header. No output. */
  inspect: { params: { format: PictureFormat }; value: PictureHeader };
  /** Previews and packs as named outputs, which arrive meanwhile; null above `maxWork` bytes of decoded samples. */
  derive: { params: { type: DerivedType; maxWork?: number }; value: Derivation | null };
  /** All DICOM instances of a file; the only output is the JSON of IndexedSeries[], at most some 20 MB. */
  'index-dicom': { params: { type: 'dicom' | 'archive' }; value: null };
  /** A frame as a picture. */
  'render-dicom': { params: FrameRendering; value: null };
  /** Frames in another transfer syntax, or one output: the whole instance as a file. */
  'transcode-dicom': { params: Transcoding; value: null };
  /** Rejected where it is not certain: the pixels are compressed with loss, or the file is damaged. No output. */
  'hash-dicom': { params: { location: InstanceLocation }; value: InstanceContent };
  /** Whether a ZIP may be accepted. No output. */
  'inspect-archive': { params: Record<string, never>; value: ArchiveVerdict };
  /** The different patients that the DICOM files of an upload name. No output. */
  'read-patients': {
    params: { type: 'dicom' | 'archive' };
    value: readonly DescribedPatient[];
  };
  /** An upright WebP without metadata in each width, in pixels. */
  resize: { params: { widths: readonly number[] }; value: null };
  /** An upright PNG on white without metadata, of at most 256 colours. */
  'encode-png': { params: PngBox; value: null };
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

export type JobResponse =
  | { readonly type: 'ready' }
  /** Part of a named output; its bytes are the payload. */
  | { readonly type: 'output'; readonly name: DerivedName }
  | {
      readonly type: 'done';
      readonly value: unknown;
      readonly lengths: readonly number[];
      readonly residentBytes: number;
    }
  /** The file is at fault: it exceeds a limit or cannot be decoded. */
  | {
      readonly type: 'rejected';
      readonly reason: string;
      readonly isTooLarge: boolean;
      readonly residentBytes: number;
    }
  /** The file does not exist. */
  | { readonly type: 'missing' };

export interface JobResult<Kind extends JobKind> {
  readonly value: Jobs[Kind]['value'];
  readonly outputs: readonly Buffer[];
}
