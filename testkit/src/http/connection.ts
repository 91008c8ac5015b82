import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** Bytes of the body. */
  readonly length: number;
  readonly head: string;
  /** Empty unless requested. */
  readonly body: Buffer;
}

/** Bytes per read from the socket; the buffer is reused, so that reading costs little processor time. */
const READ_SIZE = 262_144;
const BLANK_LINE = Buffer.from('\r\n\r\n');

/**
 * One kept-alive HTTP/1.1 connection with a minimal parser, so that the measured processor time is that of the
 * server. Responses have Content-Length or no body.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #ready: Promise<void>;
  #head: Buffer[] = [];
  #status = 0;
  #headText = '';
  #left = -1;
  #length = 0;
  #kept: Buffer[] | undefined;
  #done: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  /** `localAddress`: where the connection comes from, such as another address of the loopback network. */
  constructor(port: number, localAddress?: string) {
    const buffer = Buffer.allocUnsafeSlow(READ_SIZE);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      ...(localAddress !== undefined && { localAddress }),
      onread: {
        buffer,
        callback: (read) => {
          this.#take(buffer.subarray(0, read));
          return true;
        },
      },
    });
    this.#ready = new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve).once('error', reject);
    });
    const fail = (error?: Error) => this.#failed?.(error ?? new Error('the connection ended'));
    this.#socket.on('error', fail).on('close', () => fail());
  }

  /** Sends the pieces as one request, one request at a time; rejects when the connection breaks. */
  async send(
    pieces: Iterable<string | Uint8Array>,
    { keep = false }: { keep?: boolean } = {},
  ): Promise<Answer> {
    await this.#ready;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
    });
    this.#kept = keep ? [] : undefined;
    // An error while sending is reported through the response.
    answer.catch(() => {});
    for (const piece of pieces) {
      if (this.#socket.destroyed) break;
      if (this.#socket.write(piece)) continue;
      await Promise.race([this.#drained(), answer]);
    }
    return answer;
  }

  /** Sends a request without a body. */
  get(path: string, headers = '', options?: { keep?: boolean }): Promise<Answer> {
    return this.send([`GET ${path} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`], options);
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('drain', resolve));
  }

  #take(bytes: Buffer): void {
    if (this.#left >= 0) {
      this.#body(bytes);
      return;
    }
    this.#head.push(Buffer.from(bytes));
    const all = this.#head.length === 1 ? (this.#head[0] as Buffer) : Buffer.concat(this.#head);
    const end = all.indexOf(BLANK_LINE);
    if (end < 0) return;
    this.#head = [];
    this.#headText = all.toString('latin1', 0, end);
    this.#status = Number(this.#headText.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#headText)?.[1];
    this.#length = this.#status === 304 ? 0 : Number(length ?? 0);
    this.#left = this.#length;
    this.#body(all.subarray(end + 4));
  }

  #body(bytes: Buffer): void {
    this.#kept?.push(Buffer.from(bytes));
    this.#left -= bytes.length;
    if (this.#left > 0) return;
    const body = Buffer.concat(this.#kept ?? []);
    this.#left = -1;
    const done = this.#done;
    this.#failed = undefined;
    done?.({ status: this.#status, length: this.#length, head: this.#headText, body });
  }
}
