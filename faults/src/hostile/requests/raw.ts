import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a server that has neither responded nor disconnected counts as hanging. */
export const PATIENCE = 5_000;

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** The responses on a connection. */
export interface Exchange {
  readonly text: string;
  /** Complete responses, in order. */
  readonly answers: readonly RawAnswer[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
  /** Milliseconds from the last byte sent to the response, or to the end of the connection. */
  readonly took: number;
}

/** Bytes, or milliseconds to wait before the next bytes. */
export type Piece = string | Buffer | number;

/**
 * Writes bytes unchanged and reads until the server disconnects or has sent `answers` responses. The connection is
 * then half-closed (`end`: the client has nothing more to send) or cut.
 */
export async function exchange(
  port: number,
  pieces: readonly Piece[],
  { answers = 1, end = false, patience = PATIENCE } = {},
): Promise<Exchange> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  let bytes = Buffer.alloc(0);
  let closed = false;
  let wake = () => {};
  socket.on('error', () => {});
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    wake();
  });
  for (const event of ['end', 'close'] as const)
    socket.on(event, () => {
      closed = true;
      wake();
    });
  for (const piece of pieces) {
    if (typeof piece === 'number') await pause(piece);
    else if (!closed)
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  }
  if (end) socket.end();
  const began = performance.now();
  const deadline = setTimeout(() => wake(), patience);
  while (!closed && answersIn(bytes).length < answers && performance.now() - began < patience)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  clearTimeout(deadline);
  const took = performance.now() - began;
  socket.destroy();
  return { text: bytes.toString('latin1'), answers: answersIn(bytes), closed, took };
}

/** The complete responses in these bytes, by their content length. */
function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) return answers;
    const head = bytes.toString('latin1', at, end);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
    if (status === 0) return answers;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    const last = isChunked ? bytes.indexOf('\r\n0\r\n\r\n', end) + 7 : end + 4 + length;
    if (last > bytes.length || (isChunked && last < 7 + end)) return answers;
    if (status >= 200) answers.push({ status, body: bytes.toString('utf8', end + 4, last) });
    at = last;
  }
}
