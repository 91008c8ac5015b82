export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** What a picture's header says of it. */
export interface PictureHeader {
  readonly format: string;
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Pixels, once turned as its orientation says. */
  readonly uprightWidth: number;
}

/** What decoder processes do: the parameters of each kind of job, and its answer beside the output bytes. */
export interface Jobs {
  /** Reads the header. No output. */
  inspect: { params: { format: PictureFormat }; value: PictureHeader };
  /** A small upright WebP without metadata. */
  preview: { params: { side: number }; value: null };
  /** A small WebP of a DICOM file; `isDrawable` is false, and there is no output, where it is none we draw. */
  'dicom-preview': { params: { side: number }; value: { isDrawable: boolean } };
  /** An upright WebP without metadata in each width, in pixels. */
  resize: { params: { widths: readonly number[] }; value: null };
  /** The same picture without metadata, its compressed pixels untouched. */
  'strip-metadata': { params: { format: PictureFormat }; value: null };
  /** Decodes to the last pixel. No output. */
  verify: { params: Record<string, never>; value: null };
}

export type JobKind = keyof Jobs;

/** Where the input of a job is: bytes in memory, or a file the child opens. */
export type JobInput = Uint8Array | { readonly path: string };

export interface JobRequest<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  readonly params: Jobs[Kind]['params'];
  /** undefined: the payload is the input. */
  readonly path: string | undefined;
  /** Bytes that all outputs may have together. */
  readonly maxOutput: number;
}

/** What a decoder process sends back. */
export type JobResponse =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly value: unknown; readonly lengths: readonly number[] }
  /** The file is at fault: it breaks a limit, or the decoder gave up. */
  | { readonly type: 'rejected'; readonly reason: string }
  /** There is no file at that path. */
  | { readonly type: 'missing' };

export interface JobResult<Kind extends JobKind> {
  readonly value: Jobs[Kind]['value'];
  readonly outputs: readonly Buffer[];
}
