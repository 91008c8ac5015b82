import type { KnownFile } from './content.ts';

/** The call that takes an upload over, into a checkup that is there or into a new one. */
export interface TakingOver {
  readonly path: string;
  readonly body: object;
  readonly checkupId?: string;
}

/** An upload on its way: which chunks were acknowledged, and the call that takes it over once it was sent. */
export interface OpenUpload {
  readonly file: KnownFile;
  readonly acknowledged: Set<number>;
  taking?: TakingOver;
}

/** A small write: what must be there once it is acknowledged; until then the old or the new may be. */
interface Held<Value> {
  now: Value | undefined;
  inFlight?: { readonly value: Value | undefined };
}

/** What the server has acknowledged, and what it was working on when it was killed. */
export class Ledger {
  /** By id: the files a checkup must have; undefined once it is deleted. */
  readonly checkups = new Map<string, Held<KnownFile[]>>();
  /** By e-mail: the name a partner must have; undefined before it is created. */
  readonly partners = new Map<string, Held<string>>();
  readonly uploads = new Set<OpenUpload>();
  /** Every file that was ever begun, by its visible name. */
  readonly files = new Map<string, KnownFile>();
  /** Checkups somebody is adding to or deleting. */
  readonly busy = new Set<string>();
  readonly counts = { chunks: 0, files: 0, small: 0, cutOff: 0 };

  /** Notes a small write before it is sent; call the answer when it was acknowledged. */
  begin<Value>(held: Map<string, Held<Value>>, key: string, value: Value | undefined): () => void {
    const entry = held.get(key) ?? { now: undefined };
    entry.inFlight = { value };
    held.set(key, entry);
    return () => {
      entry.now = value;
      delete entry.inFlight;
      this.counts.small += 1;
    };
  }

  /** A file that a checkup has taken over. */
  taken(checkupId: string, upload: OpenUpload): void {
    const entry = this.checkups.get(checkupId) ?? { now: [] };
    entry.now = [...(entry.now ?? []), upload.file];
    this.checkups.set(checkupId, entry);
    this.uploads.delete(upload);
    this.counts.files += 1;
  }
}
