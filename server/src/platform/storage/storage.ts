import type { JobQueue } from '../jobs/job-queue.ts';

/** The part of a logger that sweeps use. */
export interface Log {
  info(about: object, message: string): void;
  error(about: object, message: string): void;
}

/** Kinds of objects; each is stored in its own area. */
export const areas = ['files', 'previews', 'derived', 'pictures'] as const;
export type Area = (typeof areas)[number];

/** Areas whose finished objects are set aside, not removed, when no row references them. */
export const setAsideAreas = ['files', 'pictures'] as const;
export type SetAsideArea = (typeof setAsideAreas)[number];

export type LostArea = `lost/${SetAsideArea}`;

/** Names an object. The server creates both parts; a key never contains input of a client. */
export type StorageKey = `${Area | LostArea}/${string}`;

export interface Unfinished {
  readonly finished: false;
  /** Numbers of the stored chunks, ascending. */
  readonly chunks: readonly number[];
  /** Bytes in those chunks. */
  readonly size: number;
  /** CRC-32 of the whole; undefined while a chunk is missing or a middle one is short. */
  readonly crc32: number | undefined;
}

export interface Finished {
  readonly finished: true;
  readonly size: number;
}

/** Bytes and CRC-32 (ISO 3309, as in zlib) of a whole object. */
export interface Checksum {
  readonly size: number;
  readonly crc32: number;
}

/** Bytes from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes that are read in pieces. */
export interface ReadableObject {
  readonly size: number;
  /** Reads at most `into.length` bytes from byte `position`. Returns their number; 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** An open object. It stays readable until it is closed, even if it is removed before that. */
export interface StoredObject extends ReadableObject {
  /**
   * Returns the path of a file with all bytes, for another process. Valid until the object is closed. Throws
   * DamagedBytesError where a copy is made and differs from its checksum, unless the caller compares it (`isChecked` false).
   */
  file(isChecked?: boolean): Promise<string>;
}

/** Where the rows of a store and its bytes differ. */
export type StorageDifference =
  | { readonly kind: 'missing'; readonly blob: string; readonly key: string }
  | { readonly kind: 'size'; readonly blob: string; readonly key: string }
  /** No row has needed these bytes for longer than the grace period. */
  | { readonly kind: 'orphan'; readonly blob: string };

/** Maintenance of a store that several machines share. */
export interface StorageMaintenance {
  /** Registers the jobs of the store. Called once, before the queue starts. */
  attach(jobs: Pick<JobQueue, 'enqueue' | 'handle'>): void;
  /** Requests missing jobs and removes bytes that nothing needs. Returns the number of removals. */
  sweep(): Promise<number>;
  /** Discards bytes that no row has needed for the grace period of a week. Returns their number. */
  sweepOrphans(log: Log): Promise<number>;
  /** Compares all rows with all bytes, without reading them. */
  compare(): AsyncIterable<StorageDifference>;
  /** The id of the database that the bytes belong to. Takes a store without an owner for `databaseId`, if it is empty. */
  claim(databaseId: string): Promise<string>;
  /** Sets the owner of a store that was empty before. */
  setOwner(databaseId: string): Promise<void>;
  /** Whether servers may use the store: not while `migrate:storage` fills it; an empty one has no file of any row. */
  findState(): Promise<'copying' | 'empty' | 'in use'>;
  /** Marks a store that is being filled, or takes the mark away. */
  setCopying(isCopying: boolean): Promise<void>;
  /** The owner; undefined where no server has used the store. */
  readOwner(): Promise<string | undefined>;
}

export interface StoredEntry {
  readonly key: StorageKey;
  readonly finished: boolean;
  /** When it was last written or finished, in milliseconds. */
  readonly touchedAt: number;
  /** Bytes; of an unfinished object, the end of its last chunk. */
  readonly size: number;
}

/**
 * The store of all bytes. An object arrives in chunks of CHUNK_SIZE bytes (the last may be shorter), in any
 * order, and is then finished; a finished object never changes. Acknowledged writes survive a crash of the
 * process; a finished object also survives a loss of power. On a full disk every method throws AppError 507
 * and leaves nothing half-written.
 */
export interface Storage {
  /**
   * Stores chunk `number` (from 0), replacing an earlier one. Returns the number of stored chunks. A finished
   * object accepts the bytes it has and rejects others (409).
   */
  write(key: StorageKey, number: number, bytes: Uint8Array): Promise<number>;

  /** Returns undefined if no object has the key. */
  inspect(key: StorageKey): Promise<Unfinished | Finished | undefined>;

  /**
   * Joins the chunks into one object. A repeated call returns the same. With `expected`, rejects (409) chunks that
   * have changed since they were inspected. No chunks: 404; a missing or short chunk: 400.
   */
  finish(key: StorageKey, expected?: Checksum): Promise<Checksum>;

  /** Opens a finished object, or one whose chunks are complete. Rejects with 404 if it is missing. */
  open(key: StorageKey): Promise<StoredObject>;

  /**
   * Removes an object, finished or not. Returns whether it existed. With `untouchedSince` (milliseconds since
   * 1970) an object that was written or finished later stays.
   */
  remove(key: StorageKey, untouchedSince?: number): Promise<boolean>;

  /**
   * Moves a finished object durably to its lost area; the move counts as a touch. Returns false where it is
   * missing, or was touched after `untouchedSince` (milliseconds since 1970).
   */
  setAside(key: `${SetAsideArea}/${string}`, untouchedSince: number): Promise<boolean>;

  /** Moves an object back from its lost area. Returns false where it is missing or the key is in use. */
  bringBack(key: `${SetAsideArea}/${string}`): Promise<boolean>;

  /** Lists all objects of an area, or the unfinished ones, unordered. */
  list(area: Area | LostArea, which?: 'unfinished'): AsyncIterable<StoredEntry>;

  /** Bytes of the volume, and bytes available to this process. */
  space(): Promise<{ size: number; available: number }>;

  readonly maintenance?: StorageMaintenance;

  /** Waits for running writes and closes every file. */
  close(): Promise<void>;
}
