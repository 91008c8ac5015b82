import { MAX_ARCHIVE_FILES } from '@deqiq/contract/shared/limits.ts';
import { MINUTE } from '../time.ts';

/** Number of decoder processes. A file that blocks one leaves the other free. */
export const PROCESSES = 2;

/** Max milliseconds of a job after its process is ready. */
export const JOB_TIMEOUT = 10_000;

/** Max milliseconds for a process to start. */
export const START_TIMEOUT = 10_000;

/** The same for a process of low priority: on a busy machine it starts late, through no fault of the file. */
export const BACKGROUND_START_TIMEOUT = 120_000;

/** Max resident bytes of a decoder process, including its base of 90 MB. */
export const MAX_MEMORY = 512 * 1024 * 1024;

/** Max heap of V8 in MiB; pixels and libvips are outside of it. */
export const MAX_HEAP_MIB = 256;

/** Max bytes that a job returns. */
export const MAX_OUTPUT = 64 * 1024 * 1024;

/** Max resident bytes of a process after a job; wasm heaps never shrink, and the next file needs its share. */
export const MAX_MEMORY_AT_REST = 250 * 1024 * 1024;

/** Jobs after which a process is replaced. */
export const JOBS_PER_PROCESS = 200;

/** Milliseconds after which a process without work ends. */
export const IDLE_TIMEOUT = MINUTE;

/** Max waiting jobs, per person and in total. */
export const MAX_WAITING_PER_PERSON = 2;
export const MAX_WAITING = 20;

/** Max bytes of a picture that is decoded. */
export const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

/** Max scans of a JPEG. Encoders write at most 12; each costs a pass over the whole picture. */
export const MAX_JPEG_SCANS = 100;

/** Max frames of an animated WebP. libwebp searches each from the beginning, so 40,000 take minutes. */
export const MAX_WEBP_FRAMES = 1_000;

/** Why a picture with more frames is rejected. */
export const TOO_MANY_FRAMES = 'too many frames';

/** Max bytes of a DICOM file before its pixels, max elements in them, and max nesting of sequences. */
export const MAX_DICOM_HEADER = 8 * 1024 * 1024;
export const MAX_DICOM_ELEMENTS = 200_000;
export const MAX_DICOM_DEPTH = 16;

/** Limits of a ZIP: entries, bytes of all of them unpacked, and of one that has to be inflated in memory. */
export const ARCHIVE_LIMITS = {
  entries: MAX_ARCHIVE_FILES,
  unpackedBytes: 8 * 1024 ** 3,
  inflatedBytes: 128 * 1024 * 1024,
  /** Unpacked bytes to one packed byte, beyond the slack: black pictures compress far. */
  ratio: 200,
  slack: 4 * 1024 * 1024,
} as const;

/** Pictures and volumes that are derived at a time, beside one index: one sender leaves a process to the others. */
export const DERIVED_AT_A_TIME = { images: 2, volumes: 1 } as const;

/** Processes of low priority. */
export const BACKGROUND_PROCESSES = DERIVED_AT_A_TIME.images + DERIVED_AT_A_TIME.volumes + 1;

/** Decoded bytes of a picture, twice a large mammogram, and milliseconds for it; what takes more waits with volumes. */
export const MAX_IMAGE_WORK = 64 * 1024 * 1024;
export const IMAGE_TIMEOUT = 30_000;

/** Milliseconds that deriving may take: a CBCT of 400 slices takes 5 s, 5,000 slices take minutes. */
export const DERIVE_TIMEOUT = 10 * MINUTE;

/** Bytes of everything that is derived from one file; of a small one per byte, beside those of one picture. */
export const MAX_DERIVED = { bytes: 6 * 1024 ** 3, ratio: 32, slack: 16 * 1024 * 1024 } as const;

/** Windows of a DICOM file that are kept. */
export const MAX_WINDOWS = 8;

/** Pixels of one DICOM frame, and frames of all files of an upload. */
export const MAX_DICOM_PIXELS = 40_000_000;
export const MAX_FRAMES = 5_000;
