/** Max events of a key within a window of milliseconds. The first event opens the window. */
export interface Limit {
  /** Unique; keys of different limits are counted separately. */
  readonly name: string;
  readonly max: number;
  readonly window: number;
  /** Keys in memory, where counts are in memory. */
  readonly capacity?: number;
}

export interface LimitedKey {
  readonly limit: Limit;
  readonly key: string;
  /** Whether the event is counted even if the key is full. */
  readonly isOnlyCounted?: boolean;
}

/** The result of counting one event for several keys. */
export type Counting =
  | {
      readonly isAllowed: true;
      /** Events in the window of each key, with this one. */
      readonly counts: readonly number[];
      /** Takes the event back. */
      undo(): Promise<void>;
    }
  /** Nothing was counted. Milliseconds that each key has to wait. */
  | { readonly isAllowed: false; readonly waits: readonly number[] };

/** Counts events by key. Concurrent events see each other. */
export interface Limits {
  /** Milliseconds until each key is below its limit; 0 if it is now. */
  waits(keys: readonly LimitedKey[]): Promise<readonly number[]>;
  /** Counts an event for all keys, or for none of them if one is full. */
  count(keys: readonly LimitedKey[]): Promise<Counting>;
  reset(keys: readonly LimitedKey[]): Promise<void>;
  /** Removes counts of past windows. Returns their number. */
  sweep(): Promise<number>;
}
