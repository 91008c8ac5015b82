import { once } from 'node:events';
import type { Socket } from 'node:net';
import { MINUTE, SECOND } from '../time.ts';
import { ByteReader } from './byte-reader.ts';
import { AbortReason, encodeAbort, PDU_HEADER_LENGTH, type Pdu, readPduHeader } from './pdu.ts';

/** Milliseconds. */
export interface Timeouts {
  /** Wait for the first PDU, and for the peer to close (ARTIM timer, PS3.8, 9.1.5). */
  readonly association: number;
  /** Wait between PDUs. */
  readonly idle: number;
  /** From the first byte of a PDU to its last. */
  readonly pdu: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  association: 15 * SECOND,
  idle: MINUTE,
  pdu: 30 * SECOND,
};

/** Bytes that are read from a peer after the last PDU for it. A close with unread bytes could discard that PDU. */
const MAX_DRAINED = 2 ** 20;

/**
 * PDUs over a socket. It holds at most one PDU and one chunk of the socket: the peer waits while nothing is received.
 * A timeout destroys the socket; pending calls then throw.
 */
export class PduConnection {
  readonly #socket: Socket;
  readonly #reader: ByteReader;
  readonly #timeouts: Timeouts;
  #hasReceived = false;

  constructor(socket: Socket, timeouts: Timeouts) {
    this.#socket = socket;
    this.#timeouts = timeouts;
    socket.setNoDelay(true);
    // Without a listener an error outside of a pending call would end the process.
    socket.on('error', () => {});
    this.#reader = new ByteReader(socket);
  }

  /** The next PDU; undefined where the peer has closed the connection. */
  async receive(): Promise<Pdu | undefined> {
    const { association, idle, pdu } = this.#timeouts;
    const hasMore = await this.#within(this.#hasReceived ? idle : association, () =>
      this.#reader.hasMore(),
    );
    if (!hasMore) return undefined;
    return this.#within(pdu, async () => {
      const { type, length } = readPduHeader(await this.#reader.read(PDU_HEADER_LENGTH));
      this.#hasReceived = true;
      return { type, body: await this.#reader.read(length) };
    });
  }

  /** Waits while the peer does not read. */
  async send(bytes: Buffer): Promise<void> {
    if (!this.#socket.writable) throw new Error('the connection is closed');
    if (this.#socket.write(bytes)) return;
    await this.#within(this.#timeouts.pdu, () => once(this.#socket, 'drain'));
  }

  /** Sends a last PDU and waits until the peer has closed the connection. */
  async end(last: Buffer): Promise<void> {
    if (!this.#socket.writable) return this.destroy();
    this.#socket.end(last);
    await this.#within(this.#timeouts.association, () => this.#reader.drain(MAX_DRAINED));
  }

  abort(reason: number = AbortReason.notSpecified): Promise<void> {
    return this.end(encodeAbort(reason));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(
      () => this.#socket.destroy(new Error('the peer is too slow')),
      milliseconds,
    );
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }
}
