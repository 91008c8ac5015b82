/** Decoder processes side by side. A file that occupies one leaves the other to everybody else. */
export const PROCESSES = 2;

/** Milliseconds a job may take from the moment its process is ready. */
export const JOB_TIMEOUT = 10_000;

/** Milliseconds a process may take to start. */
export const START_TIMEOUT = 10_000;

/** Resident bytes of a decoder process, its own 90 MB included. */
export const MAX_MEMORY = 512 * 1024 * 1024;

/** V8's share of it, in MiB: pixels and libvips do not live there. */
export const MAX_HEAP_MIB = 256;

/** Bytes that a job may return. */
export const MAX_OUTPUT = 64 * 1024 * 1024;

/** Jobs after which a process is replaced. */
export const JOBS_PER_PROCESS = 200;

/** Milliseconds after which a process without work ends. */
export const IDLE_TIMEOUT = 60_000;

/** Jobs of one person that may wait, and jobs of all people. */
export const MAX_WAITING_PER_PERSON = 2;
export const MAX_WAITING = 20;

/** Bytes of a picture that is decoded at all. */
export const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

/** Scans of a JPEG. Encoders write at most 12; each costs a pass over the whole picture. */
export const MAX_JPEG_SCANS = 100;

/** Frames of an animated WebP. libwebp searches for each from the beginning: 40,000 take minutes. */
export const MAX_WEBP_FRAMES = 1_000;

/** Why a picture with more frames is rejected. */
export const TOO_MANY_FRAMES = 'too many frames';

/** Bytes of a DICOM file before its pixels, elements in them, and sequences within each other. */
export const MAX_DICOM_HEADER = 1024 * 1024;
export const MAX_DICOM_ELEMENTS = 10_000;
export const MAX_DICOM_DEPTH = 16;
