import { Decoder } from './decoder.ts';
import type { DecoderOptions } from './decoder-process.ts';

interface Options extends Omit<DecoderOptions, 'isLast'> {
  readonly processes: number;
  readonly jobsPerProcess: number;
  /** Bytes above which a process is replaced after a job. */
  readonly maxMemoryAtRest: number;
  /** Milliseconds. */
  readonly idleTimeout: number;
}

/** The processes of a pool. One is reused for `jobsPerProcess` jobs and ends when it is idle. */
export class Decoders {
  readonly #options: Options;
  readonly #all = new Set<Decoder>();
  /** The one used last is used next, so that the others become idle. */
  readonly #idle: { decoder: Decoder; timer: NodeJS.Timeout }[] = [];
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get size(): number {
    return this.#all.size;
  }

  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  acquire(): Decoder {
    for (let last = this.#idle.pop(); last; last = this.#idle.pop()) {
      clearTimeout(last.timer);
      if (last.decoder.isUsable()) return last.decoder;
      this.#all.delete(last.decoder);
    }
    return this.startFresh();
  }

  /** Takes the place of the process that is idle for longest, where there are as many as there may be. */
  startFresh(isLast = false): Decoder {
    const { processes, entry, folder, isBackground } = this.#options;
    const oldest = this.#all.size < processes ? undefined : this.#idle.shift();
    clearTimeout(oldest?.timer);
    if (oldest) void this.#dispose(oldest.decoder);
    const decoder = new Decoder({ entry, folder, isBackground, isLast });
    this.#all.add(decoder);
    return decoder;
  }

  /** Keeps a process for the next job, or ends it. */
  release(decoder: Decoder): void {
    const { jobsPerProcess, maxMemoryAtRest, idleTimeout } = this.#options;
    const isSpent = decoder.jobs >= jobsPerProcess || decoder.residentBytes > maxMemoryAtRest;
    if (this.#isClosed || !decoder.isUsable() || decoder.isLast || isSpent) {
      void this.#dispose(decoder);
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(entry), 1);
      void this.#dispose(decoder);
    }, idleTimeout).unref();
    const entry = { decoder, timer };
    this.#idle.push(entry);
  }

  /** Ends every process; running jobs reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#all].map((decoder) => this.#dispose(decoder)));
  }

  async #dispose(decoder: Decoder): Promise<void> {
    await decoder.stop();
    this.#all.delete(decoder);
  }
}
