/** What kinds of objects there are; each rests in its own area. */
export const areas = ['files', 'previews', 'pictures'] as const;
export type Area = (typeof areas)[number];

/** Areas whose finished objects are set aside, not removed, when no row leads to them. */
export const setAsideAreas = ['files', 'pictures'] as const;
export type SetAsideArea = (typeof setAsideAreas)[number];

/** Where they are set aside. */
export type LostArea = `lost/${SetAsideArea}`;

/** Names an object. Both parts are made by us; nothing a client sends is ever part of a key. */
export type StorageKey = `${Area | LostArea}/${string}`;

/** What is there of an object that is still arriving. */
export interface Unfinished {
  readonly finished: false;
  /** Numbers of the chunks that are there, ascending. */
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

/** An open object. It stays readable until it is closed, even if it is removed meanwhile. */
export interface StoredObject {
  readonly size: number;
  /** Where another process opens the same bytes; undefined in a store that is not made of files. */
  readonly path: string | undefined;
  /**
   * Reads at most `into.length` bytes from byte `position`, and answers how many; 0 at the end. Fast where
   * every read begins where the one before ended.
   */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface StoredEntry {
  readonly key: StorageKey;
  readonly finished: boolean;
  /** When it was last written or finished, in milliseconds. */
  readonly touchedAt: number;
  /** Bytes; of one that is still arriving, where the furthest chunk ends. */
  readonly size: number;
}

/**
 * Where bytes rest: a port of five verbs about one object, and three about the whole store for those who
 * keep house. An object arrives in chunks of CHUNK_SIZE bytes (the last may be
 * shorter), in any order, and is then finished; from there on it never changes. What `write` and `finish`
 * have acknowledged survives the death of the process, and what `finish` has, the loss of power.
 * No room: AppError 507, and nothing half-made stays.
 */
export interface Storage {
  /**
   * Keeps chunk `number` (from 0), replacing what was there, and answers how many chunks there are now.
   * A finished object takes the bytes it already has and refuses any other (409).
   */
  write(key: StorageKey, number: number, bytes: Uint8Array): Promise<number>;

  /** undefined when there is nothing under the key. */
  inspect(key: StorageKey): Promise<Unfinished | Finished | undefined>;

  /**
   * Makes the chunks one object. A second call answers the same. With `expected`, refuses (409) chunks that
   * are no longer what they were when somebody looked. Nothing there: 404; a hole or a short chunk: 400.
   */
  finish(key: StorageKey, expected?: Checksum): Promise<Checksum>;

  /** Opens a finished object, or one all of whose chunks are there. Rejects with 404 where there is none. */
  open(key: StorageKey): Promise<StoredObject>;

  /**
   * Removes an object, finished or not, and answers whether there was one. With `untouchedSince` (a
   * moment in milliseconds) it stays if it was written or finished after that.
   */
  remove(key: StorageKey, untouchedSince?: number): Promise<boolean>;

  /**
   * Moves a finished object to the lost area of its own, durably, where it counts as touched at that moment.
   * False when there is none, or when it was touched after `untouchedSince` (milliseconds).
   */
  setAside(key: `${SetAsideArea}/${string}`, untouchedSince: number): Promise<boolean>;

  /** Moves an object back that was set aside. False when there is none, or one under the key already. */
  bringBack(key: `${SetAsideArea}/${string}`): Promise<boolean>;

  /** Every object of an area, in no order; or those of them that are still arriving. */
  list(area: Area | LostArea, which?: 'unfinished'): AsyncIterable<StoredEntry>;

  /** Bytes of the volume, and those of them that are free for us. */
  space(): Promise<{ size: number; available: number }>;

  /** Waits for what is being written, and lets go of every handle. */
  close(): Promise<void>;
}
