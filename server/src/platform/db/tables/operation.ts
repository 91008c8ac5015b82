import type { Generated } from 'kysely';

/** One row. */
export interface DatabaseIdentityTable {
  id: string;
  kind: 'database';
  created_at: string;
  /** `disk`, or bucket, prefix and host of an object store. Null: not recorded yet. */
  location: string | null;
}

/** Work that a worker does after the commit that requested it. Without personal data. */
export interface JobsTable {
  id: string;
  kind: string;
  /** The id of the row that the job is about; unique together with the kind. */
  subject: string;
  /** JSON: ids and settings. */
  payload: string;
  /** 0: normal, 1: background. */
  priority: number;
  /** Sender of the work; '' where senders do not take turns. */
  sender: Generated<string>;
  /** Jobs of the sender before this one. */
  position: Generated<number>;
  /** When the work was due; a back-off does not move it. */
  due_at: string;
  /** From when on a worker may claim it: its time, the end of a back-off, or the end of a lease. */
  run_at: string;
  /** When it is to run once more, where it was requested again while it ran. */
  again_at: string | null;
  /** How often it was claimed. */
  attempts: number;
  /** Set while a worker has claimed it. */
  lease_token: string | null;
  last_error: string | null;
  /** Set once it is not tried any more. */
  failed_at: string | null;
  created_at: string;
}

/** Recurring work that one process at a time does. */
export interface SchedulesTable {
  name: string;
  /** The process that does it now. */
  holder: Generated<string | null>;
  leased_until: Generated<string | null>;
  done_at: Generated<string | null>;
}

/** How often a key was counted within its window. */
export interface RateLimitsTable {
  limit_name: string;
  key_hash: string;
  /** The end of the window, in milliseconds since 1970. */
  until: number;
  count: number;
}

/** An object of the object store; see storage/s3. */
export interface StoredObjectsTable {
  id: string;
  /** The storage key. */
  key: string;
  /** open: chunks arrive; complete: the chunks are the object; sealed: one blob is. */
  state: 'open' | 'complete' | 'sealed';
  /** Bytes of the stored chunks. */
  size: number;
  /** Of the whole; null while it is open. */
  crc32: number | null;
  /** The blob of a sealed object. */
  blob: string | null;
  /** Milliseconds since 1970. */
  touched_at: number;
}

/** A chunk as it was acknowledged. The rows stay after sealing: a repeated chunk is compared with them. */
export interface StoredChunksTable {
  object_id: string;
  number: number;
  length: number;
  crc32: number;
  /** In hex. */
  sha256: string;
  blob: string;
}

/** A part of the bytes of all stored objects. Triggers keep it. */
export interface StoredTotalsTable {
  shard: number;
  bytes: number;
}

/** A blob that is being written, or that no object needs any more. */
export interface DiscardedBlobsTable {
  blob: string;
  /** Of a multipart upload that may be unfinished. */
  upload_id: string | null;
  remove_after: string;
}
