/** Heap bytes of a piece's objects, in addition to its content. */
const PIECE_OVERHEAD = 256;

/** A body whose pieces are counted while it arrives. */
export interface CountedBody {
  /** Counts a piece of so many bytes. May evict this body or another one. */
  add(length: number): void;
  /** The body is complete or has failed. */
  end(): void;
}

export type BodyBudget = ReturnType<typeof bodyBudget>;

/** Bounds memory of bodies in pieces. Beyond `max` bytes the oldest is evicted: a flood of slow ones evicts itself. */
export function bodyBudget(max: number) {
  /** In the order in which they began. */
  const bodies = new Set<{ bytes: number; evict: () => void }>();
  let used = 0;

  return {
    /** Bytes of all bodies that are arriving. */
    used: () => used,

    /** `evict` is called at most once, and ends the body. */
    begin(evict: () => void): CountedBody {
      const body = { bytes: 0, evict };
      bodies.add(body);
      const end = () => {
        if (bodies.delete(body)) used -= body.bytes;
      };
      return {
        add(length) {
          if (!bodies.has(body)) return;
          body.bytes += length + PIECE_OVERHEAD;
          used += length + PIECE_OVERHEAD;
          while (used > max) evictOldest();
        },
        end,
      };
    },
  };

  function evictOldest(): void {
    const [oldest] = bodies;
    if (!oldest) return;
    bodies.delete(oldest);
    used -= oldest.bytes;
    oldest.evict();
  }
}
