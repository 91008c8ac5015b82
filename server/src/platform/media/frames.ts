import type { Readable, Writable } from 'node:stream';

/** Max bytes of the JSON in a frame. */
const MAX_HEADER = 1024 * 1024;
const PREFIX = 8;

export interface Frame {
  readonly header: unknown;
  readonly payload: Buffer;
}

/** Writes a frame: two lengths (UInt32LE), a JSON header and a payload. Resolves when the stream has written it. */
export function writeFrame(
  stream: Writable,
  header: unknown,
  payload: readonly Uint8Array[] = [],
): Promise<void> {
  const json = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(json.length, 0);
  prefix.writeUInt32LE(
    payload.reduce((sum, part) => sum + part.length, 0),
    4,
  );
  stream.cork();
  stream.write(prefix);
  const writes = [json, ...payload].map(
    (part) =>
      new Promise<void>((resolve, reject) => {
        stream.write(part, (error) => (error ? reject(error) : resolve()));
      }),
  );
  stream.uncork();
  return Promise.all(writes).then(() => undefined);
}

/** Calls `onFrame` for each frame. At a frame above `maxPayload` bytes it calls `onTooLarge` and stops reading. */
export function readFrames(
  stream: Readable,
  handlers: {
    readonly maxPayload: () => number;
    readonly onFrame: (frame: Frame) => void;
    readonly onTooLarge: () => void;
  },
): void {
  let pieces: Buffer[] = [];
  let buffered = 0;
  let isBroken = false;

  /** Removes and returns the first `length` buffered bytes. */
  function take(length: number): Buffer {
    const all = pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
    pieces = all.length > length ? [all.subarray(length)] : [];
    buffered -= length;
    return all.subarray(0, length);
  }

  let lengths: readonly [header: number, payload: number] | undefined;

  stream.on('data', (piece: Buffer) => {
    if (isBroken) return;
    pieces.push(piece);
    buffered += piece.length;
    for (;;) {
      if (!lengths) {
        if (buffered < PREFIX) return;
        const prefix = take(PREFIX);
        lengths = [prefix.readUInt32LE(0), prefix.readUInt32LE(4)];
        if (lengths[0] > MAX_HEADER || lengths[1] > handlers.maxPayload()) {
          isBroken = true;
          pieces = [];
          return handlers.onTooLarge();
        }
      }
      const [header, payload] = lengths;
      if (buffered < header + payload) return;
      lengths = undefined;
      const json = take(header).toString('utf8');
      handlers.onFrame({ header: JSON.parse(json), payload: take(payload) });
    }
  });
}
