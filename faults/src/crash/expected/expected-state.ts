import type { KnownFile } from './content.ts';

/** The call that takes an upload over, into a checkup that is there or into a new one. */
interface TakingOver {
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

/** A write: what must be there once it is acknowledged; until then the old or the new may be. */
export interface Expected<Value> {
  now: Value | undefined;
  inFlight?: { readonly value: Value | undefined };
  /** What it was set to since, where any of these moments may be what is compared. */
  readonly since?: readonly (Value | undefined)[];
}

/** What may be there, whether the last write was kept or not. */
export const possible = <Value>({ now, inFlight, since = [] }: Expected<Value>) =>
  inFlight ? [now, inFlight.value, ...since] : [now, ...since];

/** What the server has acknowledged, and what it was working on when it was killed. */
export class ExpectedState {
  /** By id: the files a checkup must have; undefined once it is deleted. */
  readonly checkups = new Map<string, Expected<readonly KnownFile[]>>();
  /** By e-mail: the name a partner must have; undefined before it is created. */
  readonly partners = new Map<string, Expected<string>>();
  /** By `clinic <title>` or `card <first name>`: the colours of its pictures, in their order. */
  readonly pictures = new Map<string, Expected<string>>();
  /** By the name of the picture a partner has sent: its colour. */
  readonly shipments = new Map<string, Expected<string>>();
  /** By the partner's id: balance and payments, see figures.ts. */
  readonly points = new Map<string, Expected<string>>();
  readonly uploads = new Set<OpenUpload>();
  /** Every file that was ever begun, by its visible name. */
  readonly files = new Map<string, KnownFile>();
  /** Checkups somebody is adding to or deleting. */
  readonly busy = new Set<string>();
  readonly counts = { chunks: 0, files: 0, small: 0, pictures: 0, points: 0, cutOff: 0 };

  /** Notes a write before it is sent; call the answer when it was acknowledged. */
  begin<Value>(
    held: Map<string, Expected<Value>>,
    key: string,
    value: Value | undefined,
    kind: 'small' | 'pictures' | 'points' = 'small',
  ): () => void {
    const entry = held.get(key) ?? { now: undefined };
    entry.inFlight = { value };
    held.set(key, entry);
    return () => {
      entry.now = value;
      delete entry.inFlight;
      this.counts[kind] += 1;
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

  /** Nobody works on anything any more, but what was begun is taken up again. */
  rest(): void {
    this.busy.clear();
    for (const { taking } of this.uploads) if (taking?.checkupId) this.busy.add(taking.checkupId);
  }
}
