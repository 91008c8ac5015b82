import type { KnownFile } from './content.ts';

/** The call that merges an upload into a new or an existing checkup. */
interface Merge {
  readonly path: string;
  readonly body: object;
  readonly checkupId?: string;
}

/** An upload in progress: its acknowledged chunks, and the merge call once that was sent. */
export interface OpenUpload {
  readonly file: KnownFile;
  readonly acknowledged: Set<number>;
  merge?: Merge;
}

/** A value with a write in flight: until the response either the old or the new one may be stored. */
export interface Expected<Value> {
  now: Value | undefined;
  inFlight?: { readonly value: Value | undefined };
  /** Values set since, where a comparison may be of any of these moments. */
  readonly since?: readonly (Value | undefined)[];
}

/** The values that may be stored, whether or not the last write survived. */
export const possibleValues = <Value>({ now, inFlight, since = [] }: Expected<Value>) =>
  inFlight ? [now, inFlight.value, ...since] : [now, ...since];

/** State that the server has acknowledged, and the requests in flight when it was killed. */
export class ExpectedState {
  /** By id: the files of a checkup; undefined once it is deleted. */
  readonly checkups = new Map<string, Expected<readonly KnownFile[]>>();
  /** By e-mail: the name of a partner; undefined before it is created. */
  readonly partners = new Map<string, Expected<string>>();
  /** By `clinic <title>` or `card <first name>`: the colours of the pictures, in order. */
  readonly pictures = new Map<string, Expected<string>>();
  /** By file name of a partner's picture: its colour. */
  readonly shipments = new Map<string, Expected<string>>();
  /** By partner id: balance and payments; see figures.ts. */
  readonly points = new Map<string, Expected<string>>();
  readonly uploads = new Set<OpenUpload>();
  /** Every file whose upload was started, by its visible name. */
  readonly files = new Map<string, KnownFile>();
  /** Checkups that a worker is changing or deleting. */
  readonly busy = new Set<string>();
  readonly counts = { chunks: 0, files: 0, small: 0, pictures: 0, points: 0, cutOff: 0 };

  /** Records a write before it is sent; call the returned function when it is acknowledged. */
  begin<Value>(
    values: Map<string, Expected<Value>>,
    key: string,
    value: Value | undefined,
    kind: 'small' | 'pictures' | 'points' = 'small',
  ): () => void {
    const entry = values.get(key) ?? { now: undefined };
    entry.inFlight = { value };
    values.set(key, entry);
    return () => {
      entry.now = value;
      delete entry.inFlight;
      this.counts[kind] += 1;
    };
  }

  /** Records that a checkup contains the file of an upload. */
  recordMerge(checkupId: string, upload: OpenUpload): void {
    const entry = this.checkups.get(checkupId) ?? { now: [] };
    entry.now = [...(entry.now ?? []), upload.file];
    this.checkups.set(checkupId, entry);
    this.uploads.delete(upload);
    this.counts.files += 1;
  }

  /** Ends all work: no checkup is busy, and open uploads can be continued. */
  endWork(): void {
    this.busy.clear();
    for (const { merge } of this.uploads) if (merge?.checkupId) this.busy.add(merge.checkupId);
  }
}
